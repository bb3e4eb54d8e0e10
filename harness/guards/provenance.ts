import type { CorpusScenario } from './corpus.js';
import { logsOf } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { readOverride } from './override.js';

/** A recording says when and with what it was made, and an authored script does not pass for one. */
export const provenance: Guard = {
  name: 'provenance',
  asks: 'A scenario with a replay source says where it came from; "recorded" has a time, a tool and a model, and is not a whole authored script.',
  check: ({ scenarios }) => scenarios.flatMap(checkScenario),
};

function checkScenario(scenario: CorpusScenario): GuardFinding[] {
  const { header } = scenario;
  const hasSource = logsOf(scenario).length > 0 || scenario.files.has('provider-replay.jsonl');
  const problem = header && hasSource ? problemOf(scenario) : undefined;
  if (problem === undefined) return [];
  return [
    {
      guard: 'provenance',
      scenario: scenario.name,
      place: at(`${scenario.path}/input.jsonl`, 1),
      problem,
      fix: 'record the scenario again, which writes "provenance"; or write {"kind":"authored"} for files written by hand',
    },
  ];
}

function problemOf(scenario: CorpusScenario): string | undefined {
  const { provenance: stated, seam, overridden } = scenario.header!;
  if (!stated) return 'The header does not say where the replay source came from.';
  if (stated.kind !== 'recorded') return undefined;
  if (overridden && Array.isArray(readOverride(scenario)))
    return 'The header says "recorded", and a whole-list override stands in place of the recording.';
  const wanted = ['recordedAt', 'tool', 'agent', ...(seam === 'none' ? [] : ['model'])] as const;
  const lacking = wanted.filter((key) => stated[key as keyof typeof stated] === undefined);
  if (lacking.length > 0) return `The provenance of the recording lacks ${lacking.map((key) => `"${key}"`).join(', ')}.`;
  return Number.isNaN(Date.parse(stated.recordedAt!)) ? '"recordedAt" of the provenance is no date.' : undefined;
}
