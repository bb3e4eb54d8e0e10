/**
 * A scenario as one use: sandbox, seed, boot, input, shutdown, harvest, surfaces; and what is done with a run.
 *
 *   runScenario(scenario, profile, options): Promise<Run>        never rejects for what the agent does
 *   compareRun(run, surfaces?): SurfaceComparison[]              with what is committed now; writes nothing
 *   neverAccept(run): Problem[]                                  why it may not become the expectation
 *   refreshFiles(run, surfaces?): { write, refused, notes }      what a refresh writes (writeExpected of harness/scenario)
 *   acceptance(run, comparison): Acceptance | undefined          the same for one surface, as data, for a later review
 *   recordScenario(scenario, profile, options): Promise<Recording>   live run, keyless replay of it, then one atomic write
 *   mutateScenario(scenario, profile, options): Promise<MutateReport>   what the suite notices of a changed capture
 *   proveScenario(scenario, profile, options): Promise<ScenarioProof>   what varies, and whether it is normalized
 *   examineAgent(options): Promise<Diagnosis>                    an unknown agent, and a profile that drives it
 *   runFault(scenario, profile, options): Promise<FaultRun>           what an agent makes of a fault of its provider
 *   faultTable(scenario, profile, options): Promise<FaultTable>       the same for every fault
 *   openAgent(profile, options): Promise<Agent>                  a session driven by hand
 */
export { acceptance } from './acceptance.js';
export { examineAgent, type Diagnosis, type ExamineOptions } from './doctor/examine.js';
export { waysOf } from './doctor/ways-in.js';
export { faultTable, type FaultRow, type FaultTable, type FaultTableOptions } from './faults/fault-table.js';
export { DEFAULT_WAIT, runFault, type FaultRun, type FaultRunOptions } from './faults/run-fault.js';
export { compareRun } from './compare.js';
export type { RunFinding } from './findings.js';
export type { HarvestedLog } from './logs.js';
export { mutateScenario, type MutantReport, type MutateOptions, type MutateReport } from './mutate-scenario.js';
export { neverAccept } from './never-accept.js';
export { openAgent, type Agent, type AgentEnd, type OpenAgentOptions } from './open-agent.js';
export { fitsNode, isNodeRange } from './node-version.js';
export type { Placeholders } from './placeholders.js';
export type { RunMode } from './plan.js';
export { proveScenario, type FieldProof, type Flake, type ScenarioProof } from './prove-scenario.js';
export { recordScenario, type RecordOptions, type RecordPhase, type Recording } from './record.js';
export { describeCounts, type SurfaceChange } from './record-changes.js';
export { leaksOf, leaksOfFaults } from './refresh-leaks.js';
export { refreshFiles, type Refresh } from './refresh.js';
export type { Run, RunOptions, RunStep } from './run.js';
export { runScenario } from './run-scenario.js';
export type { PromptResult, Session } from './session.js';
export { canariesOf } from './canaries.js';
export { compareModeOf } from './surfaces.js';
export { VARIATION_SOURCES, type SourceState, type VariationSource } from './variation.js';
