import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refreshFiles, type Run } from '../../../harness/run/index.js';
import { loadScenario, writeExpected } from '../../../harness/scenario/index.js';
import { changed, expect, jsonl, test, TEXT_TURN, TOOL_TURN, tree } from './support.js';

/** What a refresh of the run changes on disk. */
function refresh(run: Run): string[] {
  const { write, refused } = refreshFiles(run);
  expect(refused).toEqual([]);
  const { written, removed } = writeExpected(run.scenario, write);
  return [...written, ...removed].sort();
}

const CHANGES: [title: string, env: Record<string, string>, files: string[]][] = [
  ['a word on stdout', { STAND_IN_WORD: '!' }, ['transcript.expected.jsonl']],
  ["a field of the log's events", { STAND_IN_LOG: 'more' }, ['session.expected.jsonl']],
  ["a tool's file", { STAND_IN_FILE: ' and more' }, ['workspace.expected/notes.txt']],
  ['an exit code', { STAND_IN_EXIT: '3' }, ['outcome.expected.json']],
  ['a message of the request', { STAND_IN_REQUEST: ', please' }, ['requests.expected.jsonl']],
  ['a word of the system prompt', { STAND_IN_SYSTEM: ' Be brief.' }, ['system-prompt.expected.md']],
];

for (const [title, env, files] of CHANGES) {
  test(`rewrites what ${title} touches and nothing else, and nothing at all a second time`, async ({ stage }) => {
    const dir = await stage.author('x', TOOL_TURN);
    await stage.record('x');
    const before = await tree(dir);
    expect(refresh(await stage.run('x', env, { runMode: 'refresh' }))).toEqual(files);
    const after = await tree(dir);
    for (const name of Object.keys(before)) expect(after[name] === before[name], name).toBe(!files.includes(name));
    expect(refresh(await stage.run('x', env, { runMode: 'refresh' }))).toEqual([]);
    const replay = await stage.run('x', env);
    expect([replay.failure, ...replay.replayProblems]).toEqual([undefined]);
    expect(changed(replay)).toEqual([]);
    // Back to what was recorded: the drift file of the log goes, everything else is as it was.
    refresh(await stage.run('x', {}, { runMode: 'refresh' }));
    expect(await tree(dir)).toEqual(before);
  });
}

test('keeps the client rows on disk where the agent says the same', async ({ stage }) => {
  const dir = await stage.author('x', TEXT_TURN);
  await stage.record('x');
  const file = join(dir, 'input.jsonl');
  const [header, , ...steps] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [header, JSON.stringify({ op: 'initialize', clientCapabilities: {} }), ...steps].join('\n'));
  expect(refresh(await stage.run('x', {}, { runMode: 'refresh' }))).toEqual([]);
});

test('writes missing expected files, of the named surfaces only', async ({ stage }) => {
  const dir = await stage.author('x', TOOL_TURN);
  await stage.record('x');
  const run = await stage.run('x', {}, { runMode: 'refresh' });
  for (const name of ['transcript.expected.jsonl', 'outcome.expected.json']) run.scenario.files.expected.delete(name);
  expect([...refreshFiles(run, ['outcome']).write.keys()]).toEqual(['outcome.expected.json']);
  expect([...refreshFiles(run).write.keys()].sort()).toEqual(['outcome.expected.json', 'transcript.expected.jsonl']);
  expect(Object.keys(await tree(dir))).toContain('transcript.expected.jsonl');
});

test('leaves a pin to its own scenario and says which one to refresh; replay stays red until then', async ({ stage }) => {
  await stage.author('pin', TEXT_TURN);
  await stage.record('pin');
  const other = await stage.author('other', TEXT_TURN, { header: { pin: undefined } });
  await stage.record('other');
  const before = await tree(other);
  const brief = { STAND_IN_SYSTEM: ' Be brief.' };
  const run = await stage.run('other', brief, { runMode: 'refresh' });
  expect(refresh(run)).toEqual([]);
  expect(refreshFiles(run).notes).toEqual(['other: refresh pin too: its system-prompt.expected.md differ from what this run sent.']);
  expect(await tree(other)).toEqual(before);
  const red = await stage.run('other', brief);
  expect(red.replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_DRIFT']);
  expect(changed(red)).toEqual(['system-prompt']);
  expect(refresh(await stage.run('pin', brief, { runMode: 'refresh' }))).toEqual(['system-prompt.expected.md']);
  const green = await stage.run('other', brief);
  expect([green.failure, ...green.replayProblems]).toEqual([undefined]);
  expect(changed(green)).toEqual([]);
});

const NEVER: [title: string, env: Record<string, string>, code: string][] = [
  ['a crashed agent', { STAND_IN_CRASH: 'session/prompt' }, 'ACP_AGENT_EXITED'],
  ['noise on stdout', { STAND_IN_NOISE: 'Starting...' }, 'ACP_FINDING'],
  ['a tool that is not there', { STAND_IN_TOOL: 'read' }, 'ACP_FINDING'],
];

for (const [title, env, code] of NEVER) {
  test(`never accepts ${title}`, async ({ stage }) => {
    await stage.author('x', TOOL_TURN);
    await stage.record('x');
    const run = await stage.run('x', env, { runMode: 'refresh' });
    const { write, refused } = refreshFiles(run);
    expect([...write]).toEqual([]);
    expect(refused.map((problem) => problem.code)).toContain(code);
  });
}

test('never accepts a replay that was exhausted or left over', async ({ stage }) => {
  const dir = await stage.author('x', TEXT_TURN);
  await stage.record('x');
  const input = await readFile(join(dir, 'input.jsonl'), 'utf8');
  await writeFile(join(dir, 'input.jsonl'), input + jsonl({ op: 'prompt', text: 'more' }));
  const exhausted = await stage.run('x', {}, { runMode: 'refresh' });
  expect(refreshFiles(exhausted).refused.map(({ code }) => code)).toEqual(['ACP_REPLAY_EXHAUSTED']);
  expect(exhausted.consequence?.code).toBe('ACP_REQUEST_FAILED');
  await writeFile(join(dir, 'input.jsonl'), input.split('\n').slice(0, 3).join('\n') + '\n');
  const leftOver = await stage.run('x', {}, { runMode: 'refresh' });
  expect(refreshFiles(leftOver).refused.map(({ code }) => code)).toEqual(['ACP_REPLAY_LEFT_OVER']);
});

const CONFLICT = '<<<<<<< ours\nmine\n=======\ntheirs\n>>>>>>> theirs\n';

test('writes expected files anew that a merge left in conflict, all of them, and removes one that is not needed', async ({ stage }) => {
  const dir = await stage.author('x', TOOL_TURN);
  await stage.record('x');
  const before = await tree(dir);
  const names = [...Object.keys(before).filter((name) => /^[^/]+\.expected\./.test(name)), 'session.expected.jsonl'];
  expect(names).toHaveLength(6);
  for (const name of names) await writeFile(join(dir, name), CONFLICT);
  await expect(loadScenario(dir)).rejects.toThrow('CONFLICT');
  const scenario = await loadScenario(dir, { forRefresh: true });
  expect(refresh(await stage.run('x', {}, { runMode: 'refresh', scenario }))).toEqual(names.sort());
  const after = await tree(dir);
  // The client's rows are context and come from the run.
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const name of Object.keys(before).filter((each) => each !== 'transcript.expected.jsonl'))
    expect(after[name], name).toBe(before[name]);
  const replay = await stage.run('x');
  expect([replay.failure, ...replay.replayProblems]).toEqual([undefined]);
  expect(changed(replay)).toEqual([]);
});

test('accepts a fault that the header allows by name, and tells it in the outcome', async ({ stage }) => {
  await stage.author('x', TOOL_TURN, { header: { allow: [{ finding: 'unknown-tool', reason: 'the model makes one up' }] } });
  await stage.record('x', { env: { STAND_IN_TOOL: 'read' } });
  const run = await stage.run('x', { STAND_IN_TOOL: 'read' });
  expect(changed(run)).toEqual([]);
  expect(run.outcome?.findings).toEqual(['unknown-tool']);
});
