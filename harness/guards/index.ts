/**
 * Rules over the scenario files, all pure: `readCorpus` (harness/scenario) reads the files, these judge them.
 *
 *   GUARDS                                  every guard, by name
 *   runGuards(corpus, context): findings    of all guards, by place; a broken scenario hides no other
 *   describeCorpus(corpus, context)         what is printed beside the findings: counts, loosenings, drift, provenance
 *   isStopping(finding)                     whether a run makes no sense while it stands
 */
export { GUARDS, isStopping, runGuards } from './all.js';
export type { Complaint, Corpus, CorpusFile, CorpusScenario } from './corpus.js';
export { describeCorpus, type CorpusSummary } from './describe.js';
export type { Edit, GuardFinding } from './finding.js';
export type { Guard, GuardContext } from './guard.js';
export { looseningsOf, type Loosening } from './loosenings.js';
