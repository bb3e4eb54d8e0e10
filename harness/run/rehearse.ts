import { createTap } from '../acp/index.js';
import { loadValidators } from '../conformance/index.js';
import { isOurs } from '../scenario/contents.js';
import { laneOf } from '../scenario/inventory.js';
import type { Scenario } from '../scenario/index.js';
import { SURFACES, type AgentProfile, type Decision } from '../schema/index.js';
import { compareRun } from './compare.js';
import { findingsOf } from './findings.js';
import type { HarvestedLog } from './logs.js';
import type { Run } from './run.js';
import { surfacesOf } from './surfaces.js';

/** Enough to come by everything; a recording of fifty thousand events is not gone through twice. */
const MOST_BYTES = 32_768;

const NEWLINE = 10;

let rehearsed = false;

/**
 * Goes through what follows a run while the first agent of this process boots: its committed files stand for what the
 * agent is going to say. V8 compiles a function when it is first called, and after each failed test Playwright starts a
 * new worker, so that every red scenario paid for it after its agent had ended: 60 ms, where before this process only
 * waited. Nothing is kept of it, and nothing of it fails.
 *
 * @param isOver Asked between the pieces: a run that has ended needs no rehearsal.
 * @returns how many pieces were gone through
 * @example
 * void rehearse(scenario, profile, () => agentHasEnded);
 */
export async function rehearse(scenario: Scenario, profile: AgentProfile, isOver: () => boolean): Promise<number> {
  if (rehearsed) return 0;
  rehearsed = true;
  return goThrough(scenario, profile, isOver);
}

/** @internal {@link rehearse}, also a second time. */
export async function goThrough(scenario: Scenario, profile: AgentProfile, isOver: () => boolean): Promise<number> {
  let gone = 0;
  try {
    for (const piece of pieces(startOf(scenario), profile)) {
      // What the agent says meanwhile is read between them.
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) break;
      await piece();
      gone++;
    }
  } catch {
    // A file that cannot be read is told by the run itself.
  }
  return gone;
}

function* pieces(scenario: Scenario, profile: AgentProfile): Generator<() => unknown> {
  yield loadValidators;
  const run = standIn(scenario, profile);
  yield () => findingsOf(run, profile, scenario.header, ['frames']);
  yield () => findingsOf(run, profile, scenario.header, ['logs', 'calls', 'end']);
  for (const surface of SURFACES) yield () => compareRun({ ...run, surfaces: surfacesOf(run, [surface]) }, [surface]);
}

/** The scenario with no more than the start of its files. */
function startOf(scenario: Scenario): Scenario {
  const { expected, logs } = scenario.files;
  return { ...scenario, files: { ...scenario.files, expected: startsOf(expected), logs: startsOf(logs) } };
}

function startsOf(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const starts = [...files].map(([name, bytes]) => {
    if (bytes.length <= MOST_BYTES || !name.endsWith('.jsonl')) return [name, bytes] as const;
    return [name, bytes.subarray(0, bytes.lastIndexOf(NEWLINE, MOST_BYTES) + 1)] as const;
  });
  return new Map(starts.filter(([name, { length }]) => isOurs(name) && length > 0 && length <= MOST_BYTES));
}

/** The run that the committed files tell of, but for the last frame: a difference is rehearsed too. */
function standIn(scenario: Scenario, profile: AgentProfile): Run {
  const { expected, logs } = scenario.files;
  const tap = createTap();
  const rows = recordsIn<{ from?: string; frame?: unknown }>(expected.get('transcript.expected.jsonl'));
  for (const { from, frame } of rows.slice(0, -1))
    (from === 'client' ? tap.clientBytes : tap.agentBytes)(encode(`${JSON.stringify(frame)}\n`));
  return {
    scenario,
    profile,
    runMode: 'replay',
    command: profile.command,
    frames: tap.frames,
    decisions: recordsIn<Pick<Call, 'lane' | 'place' | 'request'>>(expected.get('requests.expected.jsonl')).map(callOf),
    logs: [...logs].filter(([name]) => laneOf(name) !== undefined).map(logOf),
    findings: [],
    surfaces: [],
    stderrTail: '',
    durationMs: 0,
    replayProblems: [],
    networkProblems: [],
    cleanupProblems: [],
    timeline: [],
    steps: [],
    workspace: [],
  };
}

type Call = Extract<Decision, { type: 'decision' }>;

function callOf({ lane, place, request }: Pick<Call, 'lane' | 'place' | 'request'>, index: number): Call {
  return { type: 'decision', call: index + 1, lane, place, request, outcome: 'match', drifted: [], differences: [], moreDifferences: 0 };
}

function logOf([, bytes]: readonly [string, Uint8Array]): HarvestedLog {
  const text = new TextDecoder().decode(bytes);
  return { session: String((JSON.parse(text.slice(0, text.indexOf('\n'))) as { id?: unknown }).id), text };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Records of a committed file, without its header. */
function recordsIn<Row>(bytes: Uint8Array | undefined): Row[] {
  const lines = new TextDecoder().decode(bytes).split('\n').slice(1);
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
