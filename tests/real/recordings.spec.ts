import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { referenceAgent } from '../../harness/profiles/index.js';
import { parseSessionLog } from '../../harness/replay/index.js';
import { runScenario, type Run } from '../../harness/run/index.js';
import { loadScenario } from '../../harness/scenario/index.js';
import type { SessionLogEvent } from '../../harness/schema/index.js';
import { recordingNames, RECORDINGS, toScenarioDirectory } from './foreign-scenario.js';

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

/** A result as its log tells it: newer logs of that agent hold it as a message. */
function resultOf({ data }: SessionLogEvent): [unknown, Record<string, unknown>] {
  const [block] = (data['message'] as { content?: Record<string, unknown>[] } | undefined)?.content ?? [];
  return block ? [block['toolCallId'], block] : [data['callId'], data];
}

/** Calls with their results, cwd blanked: the two agents ran in different folders. */
function toolFacts(events: readonly SessionLogEvent[], cwd: string): ToolFact[] {
  const results = new Map(events.filter(({ type }) => type === 'tool/result').map(resultOf));
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

/** What the model said last. */
function lastAnswer(events: readonly SessionLogEvent[]): string {
  const data = events.findLast(({ type }) => type === 'assistant/message')?.data;
  const content = (data?.['content'] ?? (data?.['message'] as { content?: unknown } | undefined)?.content ?? []) as ToolFact[];
  return content.map(({ text }) => text ?? '').at(-1) ?? '';
}

/** Logs of the sub-agents of a recording, in order. */
async function recordedChildren(name: string) {
  const files = (await readdir(join(RECORDINGS, name))).filter((file) => /^session\.\d+\.jsonl$/.test(file)).sort();
  return Promise.all(files.map(async (file) => parseSessionLog(await readFile(join(RECORDINGS, name, file), 'utf8'), file)));
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

for (const name of names) {
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

    const children = await recordedChildren(name);
    const ourChildren = run.logs.slice(1).map(({ text }, at) => parseSessionLog(text, `session.${at + 1}.jsonl`));
    expect(ourChildren.map(({ events }) => [turnEnds(events), lastAnswer(events)])).toEqual(
      children.map(({ events }) => [turnEnds(events), lastAnswer(events)]),
    );
    for (const { header } of ourChildren)
      expect(header).toMatchObject({ parentSession: ours.header.id, origin: 'subagent', delegationDepth: 1 });

    const stops = run.outcome!.prompts.map(({ stopReason, error }) => stopReason ?? (error ? 'error' : 'none'));
    expect(stops).toEqual(turnEnds(recorded.events).map((kind) => STOP_REASONS[kind]));

    const ends = run.decisions.filter((decision) => decision.type === 'stream-end');
    expect(ends.map(({ left }) => left)).toEqual(ends.map(() => 0));
    const calls = run.decisions.filter((decision) => decision.type === 'decision').length;
    const released = ends.reduce((sum, end) => sum + end.released, 0);
    const lanes = 1 + children.length;
    console.log(
      `${name}: ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}, ${calls} model calls, ${released} chunks, ${actual.length} tool calls, stop reasons ${stops.join(', ')}`,
    );
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
