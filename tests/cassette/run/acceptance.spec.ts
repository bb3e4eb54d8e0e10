import { createHash } from 'node:crypto';
import { acceptance, compareRun, refreshFiles, type Run } from '../../../harness/run/index.js';
import { writeExpected } from '../../../harness/scenario/index.js';
import { expect, test, TEXT_TURN, TOOL_TURN } from './support.js';

/** What a later review would write and remove, by surface; held against what a refresh would. */
function accepted(run: Run): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const comparison of compareRun(run)) {
    const plan = acceptance(run, comparison);
    if (!plan) continue;
    const { write } = refreshFiles(run, [comparison.surface]);
    const { expected, logs } = run.scenario.files;
    const held = new Map([...logs, ...expected]);
    for (const { name, sha256 } of plan.base) expect(sha256, name).toBe(hash(held.get(name)!));
    for (const { name, sha256 } of plan.write) expect(sha256, name).toBe(hash(write.get(name)!));
    for (const name of plan.remove) expect(write.has(name) && write.get(name) === undefined, name).toBe(true);
    found[comparison.surface] = [...plan.write.map(({ name }) => name), ...plan.remove.map((name) => `-${name}`)];
  }
  return found;
}

const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

test('a surface that changed says what accepting it would write and what it was compared with, as a refresh would', async ({ stage }) => {
  await stage.author('x', TOOL_TURN);
  await stage.record('x');
  expect(accepted(await stage.run('x'))).toEqual({});
  const changes = { STAND_IN_LOG: 'more', STAND_IN_FILE: ' and more', STAND_IN_EXIT: '3' };
  const run = await stage.run('x', changes);
  expect(accepted(run)).toEqual({
    'session-log': ['session.expected.jsonl'],
    workspace: ['workspace.expected/notes.txt'],
    outcome: ['outcome.expected.json'],
  });
  // Once the drift file stands, a run that says what was recorded takes it away.
  writeExpected(run.scenario, refreshFiles(run, ['session-log']).write);
  expect(accepted(await stage.run('x'))).toEqual({ 'session-log': ['-session.expected.jsonl'] });
});

test('a prompt that differs is accepted in its pin alone', async ({ stage }) => {
  await stage.author('pin', TEXT_TURN);
  await stage.record('pin');
  await stage.author('other', TEXT_TURN, { header: { pin: undefined } });
  await stage.record('other');
  const brief = { STAND_IN_SYSTEM: ' Be brief.' };
  expect(accepted(await stage.run('other', brief, { runMode: 'refresh' }))).toEqual({});
  expect(accepted(await stage.run('pin', brief, { runMode: 'refresh' }))).toEqual({ 'system-prompt': ['system-prompt.expected.md'] });
});
