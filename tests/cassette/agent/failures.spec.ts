import { breaksOff, chat, refuses } from './provider.js';
import { expect, test } from './support.js';

test('tries a retryable failure again inside the same step', async ({ session, provider }) => {
  provider.answers(refuses(429, 'slow down'), chat([]), chat([{ text: 'Recovered.' }]));
  const talk = await session();
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(new Set(provider.requests.map(({ text }) => text)).size).toBe(1);
  expect(talk.events('step/start')).toHaveLength(1);
  expect(
    talk.events('llm/retry').map(({ data }) => [data['retry'], data['maxRetries'], (data['failure'] as { code: string }).code]),
  ).toEqual([
    [1, 2, 'RATE_LIMIT'],
    [2, 2, 'EMPTY_RESPONSE'],
  ]);
  expect(talk.events('llm/retry-started').map(({ data }) => data['retry'])).toEqual([1, 2]);
  // A failed call is whole in the log too, so that it replays without help.
  const finishes = talk
    .events('assistant/chunk')
    .map(({ data }) => data['chunk'] as { type: string; reason: { kind: string; failure?: { status?: number } } })
    .filter(({ type }) => type === 'finish');
  expect(finishes.map(({ reason }) => [reason.kind, reason.failure?.status])).toEqual([
    ['error', 429],
    ['stop', undefined],
    ['stop', undefined],
  ]);
});

test('takes a stream that breaks off for a failure and says that its text does not count', async ({ session, provider }) => {
  provider.answers(breaksOff({ text: 'Par' }), chat([{ text: 'Whole.' }]));
  const talk = await session();
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(talk.events('llm/retry')).toMatchObject([{ data: { discards: true, failure: { code: 'INCOMPLETE_STREAM' } } }]);
  const said = talk.client.updates('agent_message_chunk');
  expect(said.map(({ content }) => content.text)).toEqual(['Par', expect.stringContaining('does not count'), 'Whole.']);
  expect(new Set(said.map(({ messageId }) => messageId)).size).toBe(3);
  await talk.client.ask('session/close', { sessionId: talk.id });
  expect(talk.events('assistant/message')).toMatchObject([{ data: { content: [{ type: 'text', text: 'Whole.' }] } }]);
});

test('answers a prompt with an error once its retries are used up, and the session goes on', async ({ session, provider }) => {
  provider.answers(refuses(500), refuses(503), refuses(529, 'overloaded'), chat([{ text: 'ok' }]));
  const talk = await session();
  const { error } = await talk.client.request('session/prompt', talk.promptParams('Go'));
  expect(error).toEqual({
    code: -32603,
    message: 'Internal error: turn failed: overloaded (HTTP 529)',
    data: { code: 'SERVER', status: 529 },
  });
  expect(
    talk
      .events()
      .map(({ type }) => type)
      .slice(-2),
  ).toEqual(['step/end', 'turn/end']);
  expect(talk.events('turn/end')).toMatchObject([{ data: { reason: { kind: 'error', step: 1, failure: { code: 'SERVER' } } } }]);
  expect(await talk.prompt('Again')).toEqual({ stopReason: 'end_turn' });
});

for (const [status, code] of [
  [401, 'AUTH'],
  [400, 'INVALID_REQUEST'],
] as const) {
  test(`does not repeat a call that was answered with ${status}`, async ({ session, provider }) => {
    provider.answers(refuses(status));
    const talk = await session();
    expect((await talk.client.request('session/prompt', talk.promptParams('Go'))).error).toMatchObject({
      code: -32603,
      data: { code, status },
    });
    expect(provider.requests).toHaveLength(1);
  });
}

test('tells a provider that cannot be reached', async ({ session, provider }) => {
  const talk = await session();
  await provider.stop();
  expect((await talk.client.request('session/prompt', talk.promptParams('Go'))).error).toMatchObject({ data: { code: 'TRANSPORT' } });
  expect(talk.events('llm/retry')).toHaveLength(2);
});

test('a socket that is reset in mid-stream is a transport failure', async ({ session, provider }) => {
  provider.answers(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        'data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hal"},"finish_reason":null}]}\n\n',
        () => response.socket?.resetAndDestroy(),
      );
    },
    chat([{ text: 'ok' }]),
  );
  const talk = await session();
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(talk.events('llm/retry')).toMatchObject([{ data: { failure: { code: 'TRANSPORT' } } }]);
});

test('a cancel ends the wait for a retry', async ({ session, provider }) => {
  provider.answers(refuses(500));
  const talk = await session({ facts: { retry: { max: 2, delayMs: 600_000, codes: ['SERVER'] } } });
  const id = talk.openPrompt('Go');
  await expect.poll(() => talk.events('llm/retry').length).toBe(1);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
});

test('says which key is missing, and reads one from .env at the next call', async ({ session, provider, place }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session({ env: { TEST_PROVIDER_KEY: '' } });
  expect((await talk.client.request('session/prompt', talk.promptParams('Go'))).error).toMatchObject({
    message: 'Internal error: turn failed: no API key: set TEST_PROVIDER_KEY in the environment or in .env',
    data: { code: 'AUTH' },
  });
  place.write('../.env', 'TEST_PROVIDER_KEY=from-the-file\n');
  expect(await talk.prompt('Again')).toEqual({ stopReason: 'end_turn' });
});
