import { diffLines } from '../diff/index.js';
import { type Corpus, type CorpusScenario } from './corpus.js';
import type { GuardContext } from './guard.js';
import { looseningsOf, type Loosening } from './loosenings.js';
import { DAY } from './max-age.js';
import { normalizedLogs } from './obsolete-file.js';

/** What `check` prints beside the findings. None of it is one. */
export interface CorpusSummary {
  scenarios: { recorded: number; authored: number; unrecorded: number };
  /** What a header gives up, and why. */
  loosenings: (Loosening & { scenario: string })[];
  /** How far expected files have moved on from what was recorded. */
  drift: { scenario: string; file: string; records: number; of: number }[];
  /** Where and when recordings were made, oldest first. */
  provenance: { scenario: string; recordedAt: string; days: number; agent?: string; model?: string; tool?: string }[];
}

/** Counts, loosenings, drift and provenance of a corpus. */
export function describeCorpus(corpus: Corpus, context: GuardContext): CorpusSummary {
  const kinds = corpus.scenarios.map(kindOf);
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  return {
    scenarios: { recorded: count('recorded'), authored: count('authored'), unrecorded: count('unrecorded') },
    loosenings: corpus.scenarios.flatMap(({ name, header }) =>
      header ? looseningsOf(header).map((loosening) => ({ scenario: name, ...loosening })) : [],
    ),
    drift: corpus.scenarios.flatMap((scenario) => driftOf(scenario, context)),
    provenance: corpus.scenarios.flatMap((scenario) => provenanceOf(scenario, context)).toSorted((a, b) => b.days - a.days),
  };
}

/** An authored scenario is never counted as recorded. */
function kindOf({ header }: CorpusScenario): 'recorded' | 'authored' | 'unrecorded' {
  return header?.provenance?.kind ?? 'unrecorded';
}

/** Session seam: the records of the expected log that are not those of the recording. */
function driftOf(scenario: CorpusScenario, context: GuardContext): CorpusSummary['drift'] {
  return [...normalizedLogs(scenario, context)].flatMap(([file, recorded]) => {
    const expected = scenario.files.get(file)?.text;
    if (expected === undefined || expected === recorded) return [];
    const lines = expected.trimEnd().split('\n');
    const equal = diffLines(recorded.trimEnd().split('\n'), lines).reduce(
      (sum, { kind, count }) => sum + (kind === 'equal' ? count : 0),
      0,
    );
    return [{ scenario: scenario.name, file, records: lines.length - equal, of: lines.length - 1 }];
  });
}

function provenanceOf({ name, header }: CorpusScenario, { now }: GuardContext): CorpusSummary['provenance'] {
  const stated = header?.provenance;
  const days = Math.floor((now - Date.parse(stated?.recordedAt ?? '')) / DAY);
  if (stated?.kind !== 'recorded' || Number.isNaN(days)) return [];
  const { recordedAt, agent, model, tool } = stated;
  return [
    {
      scenario: name,
      recordedAt: recordedAt!,
      days,
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
      ...(tool !== undefined && { tool }),
    },
  ];
}
