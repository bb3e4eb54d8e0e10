import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { referenceAgent } from '../../harness/profiles/index.js';
import { deriveReplayScript, parseSessionLog } from '../../harness/replay/index.js';
import { runScenario, type Run } from '../../harness/run/index.js';
import { loadScenario } from '../../harness/scenario/index.js';
import type { SessionLogEvent } from '../../harness/schema/index.js';
import { NEEDS_SUBAGENTS, recordingNames, RECORDINGS, toScenarioDirectory } from './foreign-scenario.js';

const root = resolve(import.meta.dirname, '../..');
const names = await recordingNames();

/** Where our tools word a result otherwise than the agent that was recorded, with the reason. None is known. */
const NAMED_DIFFERENCES: Record<string, string> = {};

interface ToolFact {
  name?: unknown;
  arguments?: unknown;
  text?: string;
  isError?: unknown;
}

/** Calls with their results, cwd blanked: the two agents ran in different folders. */
function toolFacts(events: readonly SessionLogEvent[], cwd: string): ToolFact[] {
  const results = new Map(events.filter(({ type }) => type === 'tool/result').map(({ data }) => [data['callId'], data]));
  return events
    .filter(({ type }) => type === 'tool/call')
    .map(({ data }) => {
      const result = results.get(data['callId']);
      const content = (result?.['content'] ?? []) as { text: string }[];
      return {
        name: data['name'],
        arguments: data['arguments'],
        text: content.map(({ text }) => text.replaceAll(cwd, '{{cwd}}')).join(''),
        isError: result?.['isError'],
      };
    });
}

const turnEnds = (events: readonly SessionLogEvent[]) =>
  events.filter(({ type }) => type === 'turn/end').map(({ data }) => (data['reason'] as { kind: string }).kind);

const STOP_REASONS: Record<string, string> = { completed: 'end_turn', aborted: 'cancelled', error: 'error' };

async function replay(name: string, withOverride = true): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  try {
    const scenario = await loadScenario(await toScenarioDirectory(name, folder, withOverride));
    return await runScenario(scenario, referenceAgent, {
      runMode: 'replay',
      // Another agent's requests cannot match ours; its replies drive our tools all the same.
      verify: false,
      placeholders: { package: root, root, node: process.execPath },
      environment: process.env,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('the recordings are at hand', () => {
  test.skip(names.length === 0, `no recordings of another agent in ${RECORDINGS.slice(root.length - 4)}`);
  expect(names.length).toBeGreaterThanOrEqual(8);
});

for (const name of names.filter((each) => !NEEDS_SUBAGENTS.includes(each))) {
  test(`${name} replays to its recorded end`, async () => {
    const recorded = parseSessionLog(await readFile(join(RECORDINGS, name, 'session.jsonl'), 'utf8'), 'session.jsonl');
    const run = await replay(name);
    expect(run.failure, run.failure?.summary).toBeUndefined();
    expect(run.replayProblems).toEqual([]);

    const ours = parseSessionLog(run.logs[0]!.text, 'session.jsonl');
    const expected = toolFacts(recorded.events, recorded.header.cwd);
    const actual = toolFacts(ours.events, ours.header.cwd);
    if (!(name in NAMED_DIFFERENCES)) expect(actual).toEqual(expected);
    expect(turnEnds(ours.events)).toEqual(turnEnds(recorded.events));

    const stops = run.outcome!.prompts.map(({ stopReason, error }) => stopReason ?? (error ? 'error' : 'none'));
    expect(stops).toEqual(turnEnds(recorded.events).map((kind) => STOP_REASONS[kind]));

    const ends = run.decisions.filter((decision) => decision.type === 'stream-end');
    expect(ends.map(({ left }) => left)).toEqual(ends.map(() => 0));
    const calls = run.decisions.filter((decision) => decision.type === 'decision').length;
    const released = ends.reduce((sum, end) => sum + end.released, 0);
    console.log(`${name}: ${calls} model calls, ${released} chunks, ${actual.length} tool calls, stop reasons ${stops.join(', ')}`);
  });
}

test('cancel replays also without its override: the cut reply hangs after its recorded prefix', async () => {
  test.skip(!names.includes('cancel'), 'no recording of a cancelled turn');
  const run = await replay('cancel', false);
  expect(run.failure, run.failure?.summary).toBeUndefined();
  expect(run.replayProblems).toEqual([]);
  expect(run.outcome!.prompts.map(({ stopReason }) => stopReason)).toEqual(['cancelled']);
  expect(run.decisions.filter(({ type }) => type === 'stream-end')).toEqual([
    expect.objectContaining({ end: 'aborted', released: 2, left: 0 }),
  ]);
});

for (const name of names.filter((each) => NEEDS_SUBAGENTS.includes(each))) {
  test(`${name} is derived: parent and child`, async () => {
    const entries = await Promise.all(
      ['session.jsonl', 'session.1.jsonl'].map(async (file) =>
        deriveReplayScript(parseSessionLog(await readFile(join(RECORDINGS, name, file), 'utf8'), file), file),
      ),
    );
    expect(entries.map((script) => script.length)).toEqual([3, 1]);
  });
}
