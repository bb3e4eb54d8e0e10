import { expect, test } from '@playwright/test';
import { agent, asks, findingsIn, inTurn, rulesIn } from './build.js';

const capabilities = { elicitation: { url: {}, form: {} } };
const create = asks(
  1,
  'elicitation/create',
  { sessionId: 's', mode: 'url', elicitationId: 'e', url: 'https://example.com', message: 'Open it' },
  { action: 'accept' },
);
const complete = agent({ method: 'elicitation/complete', params: { elicitationId: 'e' } });

test('unknown-elicitation: only what was created in url mode completes', async () => {
  expect(await rulesIn(inTurn([...create, complete], capabilities))).toEqual([]);
  expect(await findingsIn(inTurn([complete], capabilities))).toMatchObject([
    { rule: 'unknown-elicitation', severity: 'warning', message: '"e" completes, which was not created in url mode' },
  ]);
});

test('schema: the format "uri" is checked', async () => {
  const [request, answer] = create;
  const params = { ...(request.value!['params'] as object), url: 'no uri' };
  const broken = agent({ id: 1, method: 'elicitation/create', params });
  expect(await findingsIn(inTurn([broken, answer, complete], capabilities))).toMatchObject([
    { rule: 'schema', message: expect.stringContaining('must match format "uri"') },
  ]);
});
