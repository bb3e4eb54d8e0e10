import { expect, test } from '@playwright/test';
import { readRequest, streamOf, writeRequest } from '../../../harness/dialects/index.js';
import { wireRequest, type Dialect, type WireRequest } from '../../../harness/schema/index.js';

const read = (dialect: Dialect, body: unknown, path = '/v1/models/gemini-x:generateContent'): WireRequest =>
  readRequest(dialect, { method: 'POST', path, headers: { accept: '*/*' }, body });

const USER = { role: 'user', content: 'hi' };
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const SYSTEM = [
  { type: 'text', text: 'One.', cache_control: { type: 'ephemeral' } },
  { type: 'text', text: 'Two.\n\n=====\n\nstill two.' },
  { type: 'text', text: '' },
];

/** Bodies that come back as they were; what the parts of the request then hold is asked for below. */
const BODIES: Record<Dialect, unknown[]> = {
  'openai-chat': [
    {
      model: 'm',
      messages: [{ role: 'system', content: 's' }, USER],
      tools: [{ type: 'function', function: { name: 'f' } }],
      stream: true,
    },
    { model: 'm', messages: [{ role: 'developer', content: 's' }, USER] },
    {
      model: 'm',
      messages: [{ role: 'system', content: 's', name: 'x' }, { role: 'developer', content: [{ type: 'text', text: 'p' }] }, USER],
    },
    { model: 'm', messages: [{ role: 'system', content: 's' }] },
    { model: 'm', messages: [USER, { role: 'system', content: 'later' }, { role: 'assistant', content: null, tool_calls: [] }] },
    { model: 'm', messages: [{ role: 'system', content: [IMAGE] }, USER] },
    { model: 'm', messages: [{ role: 'system', content: '' }, USER] },
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'see' }, IMAGE] }] },
    { messages: [], tools: [] },
    { model: 5, messages: 'no list', tools: {} },
    { model: '', messages: ['a text'] },
    { model: 'm', provider: { order: ['a'] }, system: 'mine', body: { x: 1 }, temperature: 0.5, nothing: null },
  ],
  'openai-responses': [
    { model: 'm', input: 'hi' },
    { model: 'm', instructions: 's', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }] },
    {
      model: 'm',
      instructions: 's',
      input: [{ role: 'developer', content: [{ type: 'input_text', text: 'd' }] }, USER],
      tools: [{ type: 'web_search' }],
    },
    {
      model: 'm',
      input: [
        { role: 'system', content: 'a' },
        { type: 'message', role: 'developer', content: 'b' },
        USER,
        { role: 'developer', content: 'c' },
      ],
    },
    { model: 'm', instructions: null, input: [USER], previous_response_id: 'resp_1' },
    { model: 'm', instructions: '', input: [] },
    { model: 'm', instructions: 's', input: 'hi' },
    { model: 'm', instructions: 's' },
    { model: 'm', input: [{ role: 'developer', content: 'only' }] },
    { model: 'm', input: ['odd'] },
  ],
  anthropic: [
    { model: 'm', system: 's', messages: [USER], tools: [{ name: 'f', input_schema: {} }], max_tokens: 9 },
    { model: 'm', system: SYSTEM, messages: [USER] },
    { model: 'm', system: [{ type: 'text', text: 's' }], messages: [USER] },
    { model: 'm', system: [], messages: [USER] },
    { model: 'm', system: '', messages: [USER] },
    { model: 'm', system: [{ type: 'image' }, { type: 'text', text: 's' }], messages: [USER] },
    { model: 'm', messages: [USER, { role: 'system', content: 'later' }] },
    {
      model: 'm',
      system: [
        { type: 'text', text: 'a\n\n=====' },
        { type: 'text', text: 'b' },
      ],
      messages: [],
    },
  ],
  gemini: [
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], systemInstruction: { parts: [{ text: 's' }] }, generationConfig: { topK: 1 } },
    {
      contents: [],
      systemInstruction: { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
    },
    { contents: [{ parts: [] }], system_instruction: { parts: [{ text: 's' }] }, model: 'models/other' },
    { systemInstruction: { parts: [] } },
    { systemInstruction: 's' },
    { systemInstruction: { parts: [{ inlineData: {} }] } },
    { contents: 'hi' },
  ],
};

for (const [dialect, bodies] of Object.entries(BODIES) as [Dialect, unknown[]][]) {
  test(`${dialect}: a body comes back as it was`, () => {
    for (const body of [...bodies, null, 'text', 7, [1], {}]) {
      const request = read(dialect, body);
      expect(writeRequest(wireRequest.parse(JSON.parse(JSON.stringify(request)))), JSON.stringify(body)).toEqual(body);
    }
  });
}

test('config keeps the body under its own names, and nothing else where the body is an ordinary one', () => {
  expect(read('anthropic', BODIES.anthropic[0], '/v1/messages')).toEqual({
    dialect: 'anthropic',
    method: 'POST',
    path: '/v1/messages',
    headers: { accept: '*/*' },
    config: { provider: 'anthropic', model: 'm', max_tokens: 9 },
    system: 's',
    tools: [{ name: 'f', input_schema: {} }],
    messages: [USER],
  });
  expect(read('openai-chat', BODIES['openai-chat'][0])).toMatchObject({
    config: { provider: 'openai-chat', model: 'm', stream: true },
    system: 's',
    messages: [USER],
  });
  expect(read('openai-chat', BODIES['openai-chat'][0]).config).not.toHaveProperty('system');
  expect(read('gemini', BODIES.gemini[0]).config).toEqual({ provider: 'gemini', model: 'gemini-x', generationConfig: { topK: 1 } });
  expect(read('openai-responses', BODIES['openai-responses'][1]).config).toEqual({ provider: 'openai-responses', model: 'm' });
});

test('only what leads the messages is the system prompt', () => {
  const leading = read('openai-responses', BODIES['openai-responses'][3]);
  expect(leading.system).toBe('a\n\n=====\n\nb');
  expect(leading.messages).toEqual([USER, { role: 'developer', content: 'c' }]);
  expect(read('openai-responses', BODIES['openai-responses'][2]).system).toBe('s\n\n=====\n\nd');
  expect(read('openai-chat', BODIES['openai-chat'][4])).toMatchObject({ system: '', messages: [USER, { role: 'system' }, {}] });
});

test('texts of a system prompt are parted by a line that none of them holds', () => {
  const { system, config } = read('anthropic', BODIES.anthropic[1]);
  expect(system).toBe('One.\n\n======\n\nTwo.\n\n=====\n\nstill two.\n\n======\n\n');
  expect(config['system']).toEqual({
    separator: '\n\n======\n\n',
    around: [{ type: 'text', cache_control: { type: 'ephemeral' } }, { type: 'text' }, { type: 'text' }],
  });
});

test('what uses a name of ours is kept apart', () => {
  expect(read('openai-chat', BODIES['openai-chat'].at(-1)).config).toEqual({
    provider: 'openai-chat',
    model: 'm',
    temperature: 0.5,
    nothing: null,
    body: { provider: { order: ['a'] }, system: 'mine', body: { x: 1 } },
  });
});

test('a request whose texts stand elsewhere is written with empty ones in their places', () => {
  const request = { ...read('anthropic', BODIES.anthropic[1]), system: '{{system}}', tools: '{{tools}}' as const };
  expect(writeRequest(request)).toMatchObject({ system: [{ text: '{{system}}' }, { text: '' }, { text: '' }], tools: '{{tools}}' });
});

test('a stream is asked for in the body, of Gemini in the path', () => {
  expect(streamOf(read('openai-chat', { stream: true }))).toBe(true);
  expect(streamOf(read('anthropic', { stream: false }))).toBe(false);
  expect(streamOf(read('openai-responses', {}))).toBe(false);
  const gemini = (path: string) => streamOf(read('gemini', {}, path));
  expect(gemini('/v1beta/models/g:generateContent')).toBe(false);
  expect(gemini('/v1beta/models/g:streamGenerateContent?alt=sse')).toBe(true);
  expect(gemini('/v1beta/models/g:streamGenerateContent?key=k&alt=sse&x=1')).toBe(true);
  expect(gemini('/v1beta/models/g:streamGenerateContent')).toBe('list');
});
