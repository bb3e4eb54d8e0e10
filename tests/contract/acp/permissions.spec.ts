import { expect, test } from '../../faulty-agents/booted.js';

const PROMPT = { op: 'prompt', text: 'go' };
const ASKED = { op: 'wait_for', frame: { method: 'session/request_permission' } };

test('answers with the id behind the kind', async ({ boot }) => {
  const { prompt, texts, driver } = await boot('asks-permission', { args: ['write a.txt'] });
  await prompt({ op: 'answer_permission', option: 'reject_once' }, PROMPT);
  await driver.finish();
  expect(texts()).toEqual(['write a.txt: no']);
});

test('addresses two that are open at once', async ({ boot }) => {
  const { prompt, texts } = await boot('asks-permission', { args: ['write a.txt', 'run ls'] });
  await prompt(
    { op: 'answer_permission', option: 'allow_once', tool: 'run' },
    { op: 'answer_permission', option: 'reject_once', tool: 'a.txt' },
    PROMPT,
  );
  expect(texts()).toEqual(['write a.txt: no', 'run ls: yes']);
});

test('fails two that are open at once and not addressed', async ({ boot }) => {
  const { prompt } = await boot('asks-permission', { args: ['write a.txt', 'run ls'] });
  await expect(
    prompt({ op: 'answer_permission', option: 'allow_once' }, { op: 'answer_permission', option: 'reject_once' }, PROMPT),
  ).rejects.toMatchObject({ code: 'ACP_PERMISSION_AMBIGUOUS' });
});

test('answers a request that was waited for', async ({ boot }) => {
  const { prompt, texts } = await boot('asks-permission', { args: ['write a.txt'] });
  await prompt({ ...PROMPT, wait: false }, ASKED, { op: 'answer_permission', option: 'allow_once' }, { op: 'wait_for', response: true });
  expect(texts()).toEqual(['write a.txt: yes']);
});

test('fails a request that no step answers', async ({ boot }) => {
  const { prompt } = await boot('asks-permission', { args: ['write a.txt'] });
  await expect(prompt(PROMPT)).rejects.toMatchObject({
    code: 'ACP_PERMISSION_UNANSWERED',
    message: expect.stringContaining('input.jsonl:4 (prompt)'),
  });
});

test('fails an answer that was not offered', async ({ boot }) => {
  const { prompt } = await boot('asks-permission', { args: ['write a.txt'] });
  await expect(prompt({ op: 'answer_permission', option: 'allow_always' }, PROMPT)).rejects.toMatchObject({
    code: 'ACP_PERMISSION_NOT_OFFERED',
    message: expect.stringContaining('input.jsonl:4'),
  });
});

test('fails an answer that was never used', async ({ boot }) => {
  const { prompt, driver } = await boot('sound');
  await prompt({ op: 'answer_permission', option: 'allow_once' }, PROMPT);
  await expect(driver.finish()).rejects.toMatchObject({ code: 'ACP_PERMISSION_UNUSED' });
});

test('answers open requests with cancelled when the turn is cancelled', async ({ boot }) => {
  const { prompt, texts, driver } = await boot('asks-permission', { args: ['write a.txt'] });
  await prompt({ ...PROMPT, wait: false }, { op: 'cancel', when: { frame: ASKED.frame } });
  await driver.finish();
  expect(texts()).toEqual(['write a.txt: cancelled']);
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'cancelled' }]);
});
