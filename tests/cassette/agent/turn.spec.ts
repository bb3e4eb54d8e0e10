import { anthropic, chat, type Answer } from './provider.js';
import { expect, test } from './support.js';
import type { AdapterId } from '../../../harness/agent/config/config.js';

const DIALECTS: [AdapterId, Answer, string][] = [
  ['deepseek', chat([{ reasoning: 'Hm.' }, { text: 'Hello' }, { text: ' 北👋' }]), '/chat/completions'],
  ['openai-compatible', chat([{ reasoning: 'Hm.' }, { text: 'Hello' }, { text: ' 北👋' }]), '/chat/completions'],
  ['anthropic', anthropic('Hello 北👋'), '/messages'],
];

for (const [adapter, answer, path] of DIALECTS) {
  test(`${adapter}: streams a reply, logs it whole and ends the turn`, async ({ session, provider }) => {
    provider.answers(answer);
    const talk = await session({ adapter, facts: { thinking: false } });
    expect(await talk.prompt('Say hello')).toEqual({ stopReason: 'end_turn' });

    const said = talk.client.updates('agent_message_chunk');
    expect(said.map(({ content }) => content.text).join('')).toBe('Hello 北👋');
    expect(new Set(said.map(({ messageId }) => messageId)).size).toBe(1);
    expect(provider.requests.map((request) => request.path)).toEqual([path]);
    expect(talk.client.updates('session_info_update')).toMatchObject([{ title: 'Say hello' }]);
    expect(talk.client.updates('usage_update')).toMatchObject([{ size: 128_000 }]);

    const kinds = talk
      .events()
      .map(({ type }) => type)
      .filter((type, index, all) => type !== all[index - 1]);
    expect(kinds).toEqual([
      'turn/start',
      'user/message',
      'session/title',
      'step/start',
      'request/header',
      'assistant/chunk',
      'assistant/message',
      'step/end',
      'turn/end',
    ]);
    const chunks = talk.events('assistant/chunk');
    expect(talk.events('assistant/message')).toMatchObject([
      {
        sourceEventSeqs: chunks.map(({ seq }) => seq),
        data: { provenance: { provider: adapter, model: 'deepseek-v4-flash' } },
        surfaceOp: 'append',
      },
    ]);
    expect(chunks.map(({ data }) => (data['chunk'] as { type: string }).type).slice(-2)).toEqual(['usage', 'finish']);
    expect(talk.events('turn/end')).toMatchObject([{ data: { reason: { kind: 'completed' } } }]);
    expect(talk.client.stderr).toBe('');
  });
}

test('sends the key and the tools it announced', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  await talk.prompt('Go');
  const { body } = provider.requests[0]!;
  expect((body['tools'] as { function: { name: string } }[]).map((tool) => tool.function.name)).toEqual([
    'read',
    'write',
    'edit',
    'bash',
    'process',
    'glob',
    'grep',
    'todo',
    'subagent',
    'subagent_fork',
    'subagent_continue',
  ]);
  const header = talk.events('request/header')[0]!.data['header'] as { system: string; tools: unknown[] };
  expect((body['messages'] as { content: string }[])[0]!.content).toBe(header.system);
  expect(header.tools).toHaveLength(11);
});

for (const [finish, stopReason] of [
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
] as const) {
  test(`ends a turn whose reply ended by "${finish}" with ${stopReason}`, async ({ session, provider }) => {
    provider.answers(chat([{ text: 'A B' }], finish), chat([{ text: 'ok' }]));
    const talk = await session();
    expect(await talk.prompt('Recite')).toEqual({ stopReason });
    await talk.prompt('And now?');
    const messages = provider.requests[1]!.body['messages'] as { content: string }[];
    // A refused turn is not part of the conversation that goes on.
    expect(messages.map(({ content }) => content).slice(1)).toEqual(
      stopReason === 'refusal' ? ['And now?'] : ['Recite', 'A B', 'And now?'],
    );
  });
}

test('stops a turn at its limit of steps', async ({ session, provider, place }) => {
  place.write('loop.txt', 'again\n');
  for (let call = 0; call < 6; call++) provider.answers(chat([{ id: `c${call}`, tool: 'read', args: { file_path: 'loop.txt' } }]));
  const talk = await session();
  const { configOptions } = await talk.client.ask('session/set_config_option', { sessionId: talk.id, configId: 'steps', value: '5' });
  expect(configOptions.find(({ id }: { id: string }) => id === 'steps').currentValue).toBe('5');
  expect(await talk.prompt('Loop')).toEqual({ stopReason: 'max_turn_requests' });
  expect(provider.requests).toHaveLength(5);
});

test('does not run tools of a reply that was cut off', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'I ' }, { id: 'c1', tool: 'bash', args: '{"command":"echo' }], 'length'), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'max_tokens' });
  expect(talk.events('tool/call')).toEqual([]);
  expect(await talk.prompt('Again')).toEqual({ stopReason: 'end_turn' });
});

test('gives links, embedded resources and images to the model', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  const prompt = [
    { type: 'text', text: 'Look:' },
    { type: 'resource_link', uri: 'file:///a.md', name: 'a.md' },
    { type: 'resource', resource: { uri: 'file:///b.md', text: 'B' } },
    { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
  ];
  await talk.client.ask('session/prompt', { sessionId: talk.id, prompt });
  const [, user] = provider.requests[0]!.body['messages'] as { content: unknown }[];
  expect(user!.content).toEqual([
    { type: 'text', text: 'Look:' },
    { type: 'text', text: '[a.md](file:///a.md)' },
    { type: 'text', text: '<resource uri="file:///b.md">\nB\n</resource>' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
  ]);
});

test('refuses content that it did not offer to take, and an empty prompt', async ({ session }) => {
  const talk = await session({ facts: { modalities: ['text'] } });
  for (const prompt of [[], [{ type: 'audio', mimeType: 'audio/wav', data: '' }], [{ type: 'image', mimeType: 'image/png', data: '' }]])
    expect((await talk.client.request('session/prompt', { sessionId: talk.id, prompt })).error).toMatchObject({ code: -32602 });
  expect(talk.records()).toHaveLength(1);
});

test('switches thinking off for the next request', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'one' }]), chat([{ text: 'two' }]));
  const talk = await session();
  await talk.prompt('1');
  await talk.client.ask('session/set_config_option', { sessionId: talk.id, configId: 'thinking', value: 'off' });
  await talk.prompt('2');
  expect(provider.requests.map(({ body }) => body['thinking'])).toEqual([undefined, { type: 'disabled' }]);
  expect(talk.events('request/header').map(({ data }) => data['reason'])).toEqual(['initial', 'changed']);
});

test('runs two sessions on one connection side by side', async ({ session, provider, place }) => {
  const echo: Answer = (response, body) =>
    chat([{ text: `to ${(body['messages'] as { content: string }[]).at(-1)!.content}` }])(response, body);
  provider.answers(echo, echo);
  const left = await session();
  const { sessionId: right } = await left.client.ask('session/new', { cwd: place.cwd, mcpServers: [] });
  const ids = [
    left.openPrompt('left'),
    left.client.open('session/prompt', { sessionId: right, prompt: [{ type: 'text', text: 'right' }] }),
  ];
  for (const id of ids) expect((await left.client.answer(id)).result).toEqual({ stopReason: 'end_turn' });
  const heard = (sessionId: unknown): string =>
    left.client.frames
      .filter(({ params }) => params?.['sessionId'] === sessionId && params?.['update']?.sessionUpdate === 'agent_message_chunk')
      .map(({ params }) => params?.['update'].content.text)
      .join('');
  expect([heard(left.id), heard(right)]).toEqual(['to left', 'to right']);
});

test('takes one prompt at a time per session', async ({ session, provider }) => {
  provider.answers((response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
  const talk = await session();
  const first = talk.openPrompt('one');
  expect((await talk.client.request('session/prompt', talk.promptParams('two'))).error).toMatchObject({ code: -32600 });
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(first)).result).toEqual({ stopReason: 'cancelled' });
});

test('answers /mode itself', async ({ session, provider }) => {
  const talk = await session();
  expect(await talk.prompt('/mode auto')).toEqual({ stopReason: 'end_turn' });
  expect(provider.requests).toEqual([]);
  expect(
    talk.client
      .updates()
      .slice(1)
      .map(({ sessionUpdate }) => sessionUpdate),
  ).toEqual(['current_mode_update', 'config_option_update', 'agent_message_chunk']);
  expect(talk.client.updates('agent_message_chunk')[0]).toMatchObject({ content: { text: 'The session is in mode "auto" now.' } });
  await talk.prompt('/mode never');
  expect(talk.client.updates('agent_message_chunk')[1]).toMatchObject({
    content: { text: 'There is no mode "never". Modes are ask, auto, read-only.' },
  });
});
