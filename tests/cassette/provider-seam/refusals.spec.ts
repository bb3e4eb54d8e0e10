import { expect } from '@playwright/test';
import { neverAccept } from '../../../harness/run/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, record, run, test } from './support.js';

const HELLO = [{ op: 'prompt', text: 'Hello.' }];

test('an agent that does not honour the base URL: nothing is recorded, and that is told', async ({ folder, live }) => {
  const deaf = { ...foreignAgent('chat'), env: { BASE_URL: `${live.url}/elsewhere` } };
  const dir = await author(folder, deaf, [{ op: 'expect_error', request: { op: 'prompt', text: 'Hello.' } }]);
  await expect(record(dir, deaf, live.environment)).rejects.toThrow(
    /no model call reached the loopback provider[\s\S]*honours the base URL[\s\S]*ACP_RECORD_NOTHING_CAPTURED/,
  );
});

test('record wants a key and an upstream', async ({ folder, live }) => {
  const profile = foreignAgent('chat');
  const dir = await author(folder, profile, HELLO);
  await expect(record(dir, profile, { LIVE_URL: live.url })).rejects.toThrow('ACP_RECORD_NO_CREDENTIAL');
  await expect(record(dir, profile, { API_KEY: 'sk-x' })).rejects.toThrow(/set LIVE_URL[\s\S]*ACP_RECORD_NO_UPSTREAM/);
});

test('a profile without a provider cannot run the seam', async ({ folder }) => {
  const profile = foreignAgent('chat');
  const dir = await author(folder, profile, HELLO, { cassette: [{ type: 'reply', text: 'Hello.' }] });
  const { provider: _, ...bare } = profile;
  expect((await run(dir, bare)).failure?.code).toBe('ACP_PROFILE_NO_PROVIDER_SEAM');
});

test('a call that nothing answers and a reply that nobody asks for fail the run, whatever the agent makes of it', async ({ folder }) => {
  const profile = foreignAgent('chat');
  const one = await author(folder, profile, [...HELLO, { op: 'expect_error', request: { op: 'prompt', text: 'And?' } }], {
    name: 'one',
    cassette: [{ type: 'reply', text: 'Hello.' }],
  });
  expect(neverAccept(await run(one, profile)).map(({ code }) => code)).toEqual(['ACP_REPLAY_EXHAUSTED']);
  const two = await author(folder, profile, HELLO, {
    name: 'two',
    cassette: [
      { type: 'reply', text: 'Hello.' },
      { type: 'reply', text: 'Still there?' },
    ],
  });
  expect(neverAccept(await run(two, profile)).map(({ code }) => code)).toEqual(['ACP_REPLAY_LEFT_OVER']);
});

test('a model call in a scenario of seam "none" is refused', async ({ folder }) => {
  const profile = foreignAgent('chat');
  const dir = await author(folder, profile, [{ op: 'expect_error', request: { op: 'prompt', text: 'Hello.' } }], {
    header: { seam: 'none' },
  });
  expect(neverAccept(await run(dir, profile)).map(({ code }) => code)).toEqual(['ACP_REPLAY_MISS']);
});
