import { expect, test } from '../faulty-agents/booted.js';

const PROMPT = { op: 'prompt', text: 'go' };

test('answers an unknown request with -32601, so that the agent goes on, and ignores an unknown notification', async ({ boot }) => {
  const { prompt, texts, driver } = await boot('unknown-request');
  await prompt(PROMPT);
  expect(texts()).toEqual(['q -32601']);
  expect(driver.prompts).toMatchObject([{ stopReason: 'end_turn' }]);
});

test('answers both requests of one id, and takes the first of two responses', async ({ boot }) => {
  const { prompt, texts, driver, agent, tap } = await boot('duplicate-id');
  await prompt(PROMPT);
  await driver.finish();
  await agent.shutdown();
  expect(texts()).toEqual(['2 answers']);
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
  expect(tap.frames.filter(({ from, value }) => from === 'agent' && value?.['id'] === 2)).toHaveLength(2);
});
