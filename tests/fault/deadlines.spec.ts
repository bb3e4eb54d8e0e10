import { expect, test } from '../faulty-agents/booted.js';

const PROMPT = { op: 'prompt', text: 'go' };
const clientMethods = (tap: { frames: readonly { from: string; value?: Readonly<Record<string, unknown>> }[] }) =>
  tap.frames.filter(({ from }) => from === 'client').map(({ value }) => value?.['method']);

test('fails a step that is never answered, and says which, where, and what was seen last', async ({ boot }) => {
  const { prompt, tap, driver } = await boot('never-answers', { deadlines: { step: 300, grace: 50 } });
  const error = await prompt(PROMPT).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ACP_DEADLINE' });
  for (const fact of [
    '(step, 300 ms)',
    'the response to session/prompt',
    'input.jsonl:4 (prompt)',
    '"text":"hm"',
    'not answered within 50 ms',
    'deadlines.step',
  ])
    expect(String(error)).toContain(fact);
  expect(clientMethods(tap)).toEqual(['initialize', 'session/new', 'session/prompt', 'session/cancel']);
  expect(driver.prompts).toEqual([{ session: 'main' }]);
});

test('fails all the same when the agent answers the cancel', async ({ boot }) => {
  const { prompt, driver } = await boot('hangs-until-cancelled', { deadlines: { step: 300, grace: 5000 } });
  await expect(prompt(PROMPT)).rejects.toMatchObject({ code: 'ACP_DEADLINE', message: expect.stringContaining('sent and answered') });
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'cancelled' }]);
  await expect(driver.step({ op: 'notify', method: '_x', params: {} })).rejects.toMatchObject({ code: 'ACP_DEADLINE' });
});

test('fails on silence before the step is over', async ({ boot }) => {
  const { prompt } = await boot('never-answers', { deadlines: { step: 20_000, idle: 300, grace: 50 } });
  await expect(prompt(PROMPT)).rejects.toMatchObject({ code: 'ACP_DEADLINE', message: expect.stringContaining('(idle, 300 ms)') });
});

test('an agent that is never silent runs into the deadline of the whole run', async ({ boot }) => {
  const { prompt } = await boot('never-stops-talking', { deadlines: { step: 20_000, idle: 20_000, total: 500, grace: 50 } });
  await expect(prompt(PROMPT)).rejects.toMatchObject({ code: 'ACP_DEADLINE', message: expect.stringMatching(/\(total, \d+ ms\)/) });
});

test('shows a response that belongs to no request', async ({ boot }) => {
  const { prompt } = await boot('string-id', { deadlines: { step: 300, grace: 50 } });
  await expect(prompt(PROMPT)).rejects.toMatchObject({
    code: 'ACP_DEADLINE',
    message: expect.stringMatching(/unmatched +agent line 3: .*"id":"2"/),
  });
});

test('does not hang on a full stdin pipe', async ({ boot }) => {
  const { drive } = await boot('reads-nothing', { deadlines: { step: 300, grace: 50 } });
  const oversized = { op: 'request', method: 'initialize', params: { padding: 'x'.repeat(4 * 1024 * 1024) } };
  await expect(drive(oversized)).rejects.toMatchObject({ code: 'ACP_DEADLINE' });
});

for (const wanted of [{ frame: { method: 'never' } }, { file: 'never' }, { log: { type: 'never' } }]) {
  test(`ends a wait for a ${Object.keys(wanted)[0]} that never comes`, async ({ boot, sandbox }) => {
    const { prompt } = await boot('sound', { deadlines: { step: 300 }, context: { logs: sandbox.home } });
    await expect(prompt({ op: 'wait_for', ...wanted })).rejects.toMatchObject({
      code: 'ACP_DEADLINE',
      message: expect.stringContaining('never'),
    });
  });
}

test('a prompt left open is waited for at the end of the input, under the same deadlines', async ({ boot }) => {
  const { prompt, driver } = await boot('never-answers', { deadlines: { step: 300, grace: 50 } });
  await prompt({ ...PROMPT, wait: false });
  await expect(driver.finish()).rejects.toMatchObject({ code: 'ACP_DEADLINE', message: expect.stringContaining('(end of the input)') });
});
