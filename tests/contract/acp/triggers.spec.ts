import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../../faulty-agents/booted.js';
import { createSessionLogTail } from '../../../harness/acp/session-log-tail.js';
import { frameFits } from '../../../harness/acp/triggers.js';
import { matchesPattern } from '../../../harness/acp/index.js';

const PROMPT = { op: 'prompt', text: 'go' };
const update = (text: string) => ({ method: 'session/update', params: { update: { content: { text } } } });

test('cancels when a frame is seen', async ({ boot }) => {
  const { prompt, driver } = await boot('hangs-until-cancelled');
  await prompt({ ...PROMPT, wait: false }, { op: 'cancel', when: { frame: update('thinking') } }, { op: 'wait_for', response: true });
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'cancelled' }]);
});

test('counts frames since the last step that waited, those already seen too', async ({ boot }) => {
  const { prompt, drive, tap } = await boot('never-stops-talking');
  await prompt({ ...PROMPT, wait: false }, { op: 'wait_for', frame: { method: 'session/update' }, count: 3 });
  const seen = tap.frames.filter(({ value }) => value?.['method'] === 'session/update').length;
  await drive({ op: 'wait_for', frame: { method: 'session/update' }, count: seen });
  expect(tap.frames.filter(({ value }) => value?.['method'] === 'session/update').length).toBeGreaterThanOrEqual(3 + seen);
});

test('does not take a frame of another session for one of its own', async ({ boot }) => {
  const { drive } = await boot('two-sessions');
  await drive(
    { op: 'initialize' },
    { op: 'new_session', session: 'a' },
    { op: 'new_session', session: 'b' },
    { op: 'prompt', session: 'a', text: 'x', wait: false },
  );
  await drive(
    { op: 'wait_for', session: 'a', frame: { method: 'session/update' } },
    { op: 'prompt', session: 'b', text: 'x', wait: false },
  );
  await drive(
    { op: 'cancel', session: 'b', when: { frame: { method: 'session/update' } } },
    { op: 'wait_for', session: 'b', response: true },
  );
  await drive({ op: 'cancel', session: 'a' }, { op: 'wait_for', session: 'a', response: true });
});

test('waits for a file and its text', async ({ boot, sandbox }) => {
  const { prompt, driver } = await boot('sound');
  await prompt();
  const step = driver.step({ op: 'wait_for', session: 'main', file: 'deep/done.txt', contains: 'ready', count: 1 });
  let over = false;
  void step.then(() => (over = true));
  await mkdir(path.join(sandbox.cwd, 'deep'));
  await writeFile(path.join(sandbox.cwd, 'deep', 'done.txt'), 'not yet');
  // The driver has looked at it by the time another step has been answered.
  await driver.step({ op: 'prompt', session: 'main', text: 'x', wait: true });
  expect(over).toBe(false);
  await appendFile(path.join(sandbox.cwd, 'deep', 'done.txt'), ', ready');
  await step;
});

test('waits for an event of the session log', async ({ boot, sandbox }) => {
  const logs = path.join(sandbox.home, 'logs');
  const { prompt, driver } = await boot('sound', { context: { logs } });
  await prompt();
  const step = driver.step({ op: 'wait_for', session: 'main', log: { type: 'tool/start', data: { name: 'bash' } }, count: 2 });
  await mkdir(path.join(logs, 'deep'), { recursive: true });
  const file = path.join(logs, 'deep', 's.jsonl');
  for (const name of ['bash', 'read', 'bash']) await appendFile(file, `${JSON.stringify({ type: 'tool/start', data: { name } })}\n`);
  await step;
});

test('waits for a model call, however early its prompt was sent', async ({ boot }) => {
  let made = 0;
  let asked = () => {};
  const askedTwice = new Promise<void>((resolve) => (asked = () => made === 1 && resolve()));
  const modelCalls = () => {
    asked();
    return Promise.resolve(made);
  };
  const { prompt, driver } = await boot('hangs-until-cancelled', { context: { modelCalls } });
  await prompt({ ...PROMPT, wait: false }, { op: 'wait_for', frame: update('thinking') });
  const cancel = driver.step({ op: 'cancel', session: 'main', when: { call: 2 } });
  made = 1;
  await askedTwice;
  expect(driver.prompts).toEqual([{ session: 'main' }]);
  made = 2;
  await cancel;
  await driver.step({ op: 'wait_for', session: 'main', response: true, count: 1 });
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'cancelled' }]);
});

test('refuses to wait for a model call where nobody of ours sees them', async ({ boot }) => {
  const { prompt } = await boot('sound');
  await expect(prompt({ op: 'wait_for', call: 1 })).rejects.toThrow(expect.objectContaining({ code: 'ACP_STEP_CALL' }));
});

test.describe('the tail of the session logs', () => {
  test('reads on, never half a line, and passes each event once', async ({}, testInfo) => {
    const folder = testInfo.outputPath('logs');
    const tail = createSessionLogTail(folder);
    expect(await tail.find({ n: 1 }, 1, 's')).toBe(false);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 's.jsonl'), '{"n":1}\n{"n":1,"text":"北');
    expect(await tail.find({ n: 1 }, 2, 's')).toBe(false);
    expect(await tail.find({ n: 1 }, 1, 's')).toBe(true);
    expect(await tail.find({ n: 1 }, 1, 's')).toBe(false);
    await appendFile(path.join(folder, 's.jsonl'), '"}\nnot JSON\n');
    expect(await tail.find({ text: '北' }, 1, 's')).toBe(true);
  });

  test('looks at the log of the session where there is one, else at all', async ({}, testInfo) => {
    const folder = testInfo.outputPath('logs');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'a.jsonl'), '{"n":1}\n');
    const tail = createSessionLogTail(folder);
    expect(await tail.find({ n: 1 }, 1, 'b')).toBe(true);
    await writeFile(path.join(folder, 'b.jsonl'), '{"n":2}\n');
    expect(await tail.find({ n: 1 }, 1, 'b')).toBe(false);
    expect(await tail.find({ n: 2 }, 1, 'b')).toBe(true);
  });
});

test('a frame that names the session of another alias does not fit', () => {
  const ofSession = (sessionId?: string) => ({
    from: 'agent' as const,
    at: 0,
    line: 1,
    raw: '',
    value: { method: 'session/update', params: { sessionId } },
  });
  const fits = frameFits({ method: 'session/update' }, 'one', new Set(['one', 'two']));
  expect(['one', 'two', 'unheard-of', undefined].map((id) => fits(ofSession(id)))).toEqual([true, false, true, true]);
  expect(frameFits({}, undefined, new Set(['two']))(ofSession('two'))).toBe(true);
  expect(fits({ from: 'agent', at: 0, line: 1, raw: 'noise', noise: 'not JSON' })).toBe(false);
});

test('a pattern matches what holds all of it', () => {
  const value = { a: { b: [1, { c: 2, d: 3 }, 4] }, n: null };
  for (const pattern of [{}, { a: {} }, { a: { b: [] } }, { a: { b: [1, { c: 2 }] } }, { n: null }])
    expect(matchesPattern(pattern, value), JSON.stringify(pattern)).toBe(true);
  for (const pattern of [
    { b: 1 },
    { a: [] },
    { a: { b: {} } },
    { a: { b: [1, { c: 3 }] } },
    { a: { b: [1, {}, 4, 5] } },
    { n: 0 },
    { toString: {} },
  ])
    expect(matchesPattern(pattern, value), JSON.stringify(pattern)).toBe(false);
});
