import { join } from 'node:path';
import { changed, expect, statuses, test, TEXT_TURN, TOOL_TURN, tree } from './support.js';

test('records a text turn of an agent it has never seen, and replays it without a key, green', async ({ stage }) => {
  const dir = await stage.author('text-turn', TEXT_TURN);
  const { files } = await stage.record('text-turn');
  expect(files).toEqual([
    'input.jsonl',
    'outcome.expected.json',
    'requests.expected.jsonl',
    'session.jsonl',
    'system-prompt.expected.md',
    'tool-schemas.expected.json',
    'transcript.expected.jsonl',
  ]);
  const before = await tree(dir);
  const run = await stage.run('text-turn');
  expect(run.failure).toBeUndefined();
  expect(run.replayProblems).toEqual([]);
  expect(statuses(run)).toEqual({
    transcript: 'matched',
    'session-log': 'matched',
    requests: 'matched',
    'system-prompt': 'matched',
    'tool-schemas': 'matched',
    'tool-calls': 'matched',
    workspace: 'matched',
    outcome: 'matched',
    conformance: 'matched',
  });
  expect(run.outcome).toMatchObject({
    exitCode: 0,
    signal: null,
    shutdown: 'stdin-end',
    prompts: [{ session: 'main', stopReason: 'end_turn' }],
  });
  expect(run.agentVersion).toBe('stand-in 1.0.0');
  expect(await tree(dir)).toEqual(before);
});

const BROKEN: [surface: string, env: Record<string, string>][] = [
  ['transcript', { STAND_IN_WORD: '!' }],
  ['session-log', { STAND_IN_LOG: 'more' }],
  ['workspace', { STAND_IN_FILE: ' and more' }],
  ['outcome', { STAND_IN_EXIT: '3' }],
  ['requests', { STAND_IN_REQUEST: ', please' }],
  ['system-prompt', { STAND_IN_SYSTEM: ' Be brief.' }],
];

for (const [surface, env] of BROKEN) {
  test(`tells a change of the ${surface} from every other surface`, async ({ stage }) => {
    await stage.author('tool-turn', TOOL_TURN);
    await stage.record('tool-turn');
    const run = await stage.run('tool-turn', env);
    expect(changed(run)).toEqual([surface]);
    const drifted = surface === 'requests' || surface === 'system-prompt';
    expect(statuses(run).transcript).toBe(drifted ? 'not-reached' : surface === 'transcript' ? 'changed' : 'matched');
    expect(run.replayProblems.map(({ code }) => code)).toEqual(drifted ? ['ACP_REPLAY_DRIFT'] : []);
  });
}

test('fails on a refused replay that the agent swallows', async ({ stage }) => {
  await stage.author('tool-turn', TOOL_TURN);
  await stage.record('tool-turn');
  const run = await stage.run('tool-turn', { STAND_IN_REQUEST: ', please', STAND_IN_SWALLOW: '1' });
  expect(run.failure).toBeUndefined();
  expect(run.replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_DRIFT']);
});

test('shows what appeared in HOME outside the declared state', async ({ stage }) => {
  await stage.author('text-turn', TEXT_TURN);
  await stage.record('text-turn');
  const run = await stage.run('text-turn', { STAND_IN_HOME: '1' });
  expect(changed(run)).toEqual(['workspace']);
  expect(run.workspace.map(({ root, path }) => join(root, path)).filter((path) => !path.includes('.stand-in'))).toEqual(['home/stray.txt']);
});
