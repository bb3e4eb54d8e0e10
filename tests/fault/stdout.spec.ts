import { expect, test } from '../faulty-agents/booted.js';
import type { Tap } from '../../harness/acp/index.js';

const PROMPT = { op: 'prompt', text: 'go' };
const agentFrames = (tap: Tap) => tap.frames.filter(({ from }) => from === 'agent');

test('keeps stdout noise as noise, answers none of it and goes on', async ({ boot }) => {
  const { prompt, driver, tap } = await boot('noise');
  await prompt(PROMPT);
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
  expect(tap.frames.filter(({ noise }) => noise !== undefined).map(({ raw, noise, line }) => [line, noise, raw])).toEqual([
    [1, 'not JSON', 'Starting agent…'],
    [4, 'not JSON', '\u001B[33mwarning\u001B[0m: experimental feature'],
    [5, 'a JSON scalar', '42'],
    [6, 'blank line', ''],
  ]);
  expect(tap.frames.filter(({ from }) => from === 'client').map(({ value }) => value?.['method'])).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
  ]);
});

test('keeps a batch as noise and acts on nothing in it', async ({ boot }) => {
  const { prompt, driver, tap } = await boot('batch');
  await prompt(PROMPT);
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
  expect(tap.frames.filter(({ noise }) => noise !== undefined)).toMatchObject([{ noise: 'a JSON array (ACP knows no batches)' }]);
  expect(tap.frames.filter(({ from }) => from === 'client')).toHaveLength(3);
});

test('keeps the bytes of a line that is not UTF-8', async ({ boot }) => {
  const { prompt, driver, tap } = await boot('invalid-utf8');
  await prompt(PROMPT);
  expect(driver.prompts).toMatchObject([{ stopReason: 'end_turn' }]);
  const [noise] = tap.frames.filter((frame) => frame.noise !== undefined);
  expect(noise).toMatchObject({ noise: 'invalid UTF-8', flags: ['base64'] });
  const bytes = Buffer.from(noise!.raw, 'base64');
  expect(bytes.includes(0xe9)).toBe(true);
  expect(bytes.toString('latin1')).toBe('{"jsonrpc":"2.0","method":"session/update","params":"café"}');
});

test('reads characters that were split over writes', async ({ boot }) => {
  const { prompt, texts, tap } = await boot('splits-utf8');
  await prompt(PROMPT);
  expect(texts()).toEqual(['北 🦊 e\u0301']);
  expect(agentFrames(tap).every((frame) => !('noise' in frame))).toBe(true);
});

test('reads a frame of 20 MB', async ({ boot }) => {
  const { prompt, texts } = await boot('big-frame');
  await prompt(PROMPT);
  expect(texts().map((text) => text.length)).toEqual([20 * 1024 * 1024]);
});

test('keeps only the start of a line over the limit, as noise', async ({ boot }) => {
  const { prompt, driver, tap } = await boot('big-frame', { maxFrameBytes: 1024 * 1024 });
  await prompt(PROMPT);
  expect(driver.prompts).toMatchObject([{ stopReason: 'end_turn' }]);
  const [noise] = tap.frames.filter((frame) => frame.noise !== undefined);
  expect(noise).toMatchObject({ noise: expect.stringMatching(/^over-long line: 2097\d{4} bytes$/), flags: ['cut'] });
  expect(noise!.raw).toHaveLength(1024);
});

test('fails an agent that writes more than the run may hold', async ({ boot }) => {
  const { prompt } = await boot('never-stops-talking', { maxOutputBytes: 10_000 });
  await expect(prompt(PROMPT)).rejects.toMatchObject({ code: 'ACP_AGENT_OUTPUT_LIMIT', message: expect.stringContaining('10,000 bytes') });
});

test('reads two frames of one write as two', async ({ boot }) => {
  const { prompt, texts, driver } = await boot('two-in-one-write');
  await prompt(PROMPT);
  expect(texts()).toEqual(['both']);
  expect(driver.prompts).toMatchObject([{ stopReason: 'end_turn' }]);
});

for (const [program, flag] of [
  ['byte-order-mark', 'byte order mark'],
  ['carriage-return', 'carriage return'],
  ['unterminated', 'no newline'],
] as const) {
  test(`accepts and flags: ${flag}`, async ({ boot }) => {
    const { prompt, driver, tap } = await boot(program);
    await prompt(PROMPT);
    expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
    expect(agentFrames(tap).at(-1)).toMatchObject({ flags: [flag], value: { result: { stopReason: 'end_turn' } } });
    expect(agentFrames(tap).at(-1)).not.toHaveProperty('noise');
  });
}

test('captures an update behind the response', async ({ boot }) => {
  const { prompt, driver, agent, tap } = await boot('late-update');
  await prompt(PROMPT);
  await driver.finish();
  await agent.shutdown();
  const frames = agentFrames(tap).map(({ value }) => (value?.['method'] ?? 'response') as string);
  expect(frames).toEqual(['response', 'response', 'response', 'session/update']);
});
