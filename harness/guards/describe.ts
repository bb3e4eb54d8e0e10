import { CASSETTE_FILE, parseCassette } from '../cassette/cassette.js';
import { diffLines } from '../diff/index.js';
import { isWireRequest, type WireRequest } from '../schema/index.js';
import { type Corpus, type CorpusScenario } from './corpus.js';
import type { GuardContext } from './guard.js';
import { looseningsOf, type Loosening } from './loosenings.js';
import { DAY } from './max-age.js';
import { normalizedLogs } from './obsolete-file.js';
import { REQUESTS_FILE, requestsOf } from './requests.js';

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
    drift: corpus.scenarios.flatMap((scenario) => [...driftOf(scenario, context), ...requestDriftOf(scenario)]),
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

/** Provider seam: the expected requests that are not those of the recording. What a pin stands for is the pin's. */
function requestDriftOf(scenario: CorpusScenario): CorpusSummary['drift'] {
  const recorded = recordedRequests(scenario);
  const expected = requestsOf(scenario).flatMap(({ record: { lane, place, request } }) =>
    isWireRequest(request) ? [{ request, was: recorded.get(`${lane}/${place}`) }] : [],
  );
  const drifted = expected.filter(({ request, was }) => was === undefined || !isSame(request, was));
  if (recorded.size === 0 || drifted.length === 0) return [];
  return [{ scenario: scenario.name, file: REQUESTS_FILE, records: drifted.length, of: expected.length }];
}

/** Empty where nothing was recorded, or the cassette cannot be read, which other guards tell. */
function recordedRequests({ files }: CorpusScenario): Map<string, WireRequest> {
  const text = files.get(CASSETTE_FILE)?.text;
  try {
    const { exchanges } = text === undefined ? { exchanges: [] } : parseCassette(text);
    return new Map(exchanges.map(({ lane, place, request }) => [`${lane}/${place}`, request]));
  } catch {
    return new Map();
  }
}

function isSame(expected: WireRequest, recorded: WireRequest): boolean {
  const system = expected.system === '{{system}}' ? '{{system}}' : recorded.system;
  const tools = expected.tools === '{{tools}}' ? '{{tools}}' : recorded.tools;
  return JSON.stringify(sorted(expected)) === JSON.stringify(sorted({ ...recorded, system, tools }));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
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
