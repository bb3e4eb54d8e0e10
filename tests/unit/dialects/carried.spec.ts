import { expect, test } from '@playwright/test';
import { carriedReplies, decodeReply, dialectOf, encodeReply, openingOf, readRequest } from '../../../harness/dialects/index.js';
import { DIALECTS, type Dialect, type WireRequest } from '../../../harness/schema/index.js';
import { AUTHORED, encodeOptions } from './samples.js';

const read = (dialect: Dialect, body: object): WireRequest =>
  readRequest(dialect, { method: 'POST', path: '/v1/models/g:generateContent', headers: {}, body });

test('Chat Completions: texts, reasoning and calls of each reply', () => {
  const messages = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: 'Hey',
      reasoning_content: 'Hm',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'r' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'two ' },
        { type: 'refusal', refusal: 'no' },
      ],
      reasoning: 'R',
    },
    {
      role: 'assistant',
      content: null,
      refusal: '!',
      function_call: { name: 'old', arguments: '1' },
      tool_calls: [{ custom: { name: 'g', input: 'i' } }],
    },
    { role: 'user', content: 'b' },
    { role: 'assistant', content: '' },
  ];
  expect(carriedReplies('openai-chat', read('openai-chat', { messages }))).toEqual([
    { text: 'Hey', reasoning: 'Hm', calls: [{ id: 'c', name: 'f', arguments: '{}' }] },
    {
      text: 'two no!',
      reasoning: 'R',
      calls: [
        { name: 'g', arguments: 'i' },
        { name: 'old', arguments: '1' },
      ],
    },
    { text: '', calls: [] },
  ]);
});

test('Responses: neighbouring items are one reply, and the response before it is one without content', () => {
  const input = [
    { role: 'user', content: 'a' },
    { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'x' },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg',
      content: [
        { type: 'output_text', text: 'He' },
        { type: 'output_text', text: 'y' },
      ],
    },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    { type: 'function_call', id: 'fc', call_id: 'd', name: 'g', arguments: '[]' },
    { type: 'function_call_output', call_id: 'c', output: 'r' },
    { type: 'function_call_output', call_id: 'd', output: 'r' },
    { role: 'assistant', content: 'plain' },
    { type: 'message', role: 'user', content: [] },
    { type: 'item_reference', id: 'ref' },
    { type: 'reasoning', summary: [] },
    { type: 'web_search_call', id: 'ws', status: 'completed', action: { query: 'q' } },
  ];
  const replies = [
    {
      text: 'Hey',
      reasoning: 'Hm',
      calls: [
        { id: 'c', name: 'f', arguments: '{}' },
        { id: 'd', name: 'g', arguments: '[]' },
      ],
      items: ['rs', 'msg', 'fc'],
    },
    { text: 'plain', calls: [] },
    { text: '', calls: [{ id: 'ws', name: 'web_search', arguments: '{"action":{"query":"q"}}' }], items: ['ref', 'ws'] },
  ];
  expect(carriedReplies('openai-responses', read('openai-responses', { input }))).toEqual(replies);
  const [, ...rest] = input;
  expect(carriedReplies('openai-responses', read('openai-responses', { previous_response_id: 'resp_1', input: rest }))).toEqual([
    { text: '', calls: [], responseId: 'resp_1' },
    ...replies,
  ]);
});

test('Anthropic: texts, thinking and calls; a list of blocks or one text', () => {
  const messages = [
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 's' },
        { type: 'text', text: 'He' },
        { type: 'text', text: 'y' },
        { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
        { type: 'tool_use', name: 'g' },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
    { role: 'assistant', content: 'plain' },
  ];
  expect(carriedReplies('anthropic', read('anthropic', { messages }))).toEqual([
    {
      text: 'Hey',
      reasoning: 'Hm',
      calls: [
        { id: 't', name: 'f', arguments: '{"a":1}' },
        { name: 'g', arguments: '{}' },
      ],
    },
    { text: 'plain', calls: [] },
  ]);
});

test('Gemini: texts, thoughts and calls, with ids or without', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'a' }] },
    {
      role: 'model',
      parts: [{ text: 'Hm', thought: true }, { text: 'Hey' }, { functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 's' }],
    },
    { role: 'model', parts: [{ function_call: { id: 'x', name: 'g', args: '{"b":2}' } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
    { role: 'model', parts: [{ text: 'done' }] },
  ];
  expect(carriedReplies('gemini', read('gemini', { contents }))).toEqual([
    {
      text: 'Hey',
      reasoning: 'Hm',
      calls: [
        { name: 'f', arguments: '{"a":1}' },
        { id: 'x', name: 'g', arguments: '{"b":2}' },
      ],
    },
    { text: 'done', calls: [] },
  ]);
});

/** How a client carries an authored whole reply back, in each dialect. */
const BACK: Record<Dialect, (body: Record<string, [object]>) => object> = {
  'openai-chat': (body) => ({ messages: [{ role: 'user', content: 'x' }, (body['choices']![0] as { message?: object }).message] }),
  'openai-responses': (body) => ({ input: [{ role: 'user', content: 'x' }, ...body['output']!] }),
  anthropic: (body) => ({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: body['content'] },
    ],
  }),
  gemini: (body) => ({ contents: [{ role: 'user', parts: [{ text: 'x' }] }, (body['candidates']![0] as { content?: object }).content] }),
};

for (const dialect of DIALECTS) {
  test(`${dialect}: a reply is carried back as what it was decoded to`, () => {
    for (const authored of Object.values(AUTHORED)) {
      const reply = encodeReply(dialect, authored, encodeOptions(false));
      const { responseId: _, ...decoded } = decodeReply(dialect, reply).reply;
      expect(carriedReplies(dialect, read(dialect, BACK[dialect](JSON.parse(reply.body!))))).toEqual([decoded]);
    }
  });
}

const OPENINGS: [Dialect, object, { user: string; tools: string[] }][] = [
  [
    'openai-chat',
    {
      messages: [
        { role: 'system', content: 's' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: {} },
          ],
        },
        { role: 'assistant', content: 'Hey' },
        { role: 'user', content: 'later' },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }, { type: 'custom', custom: { name: 'g' } }, { type: 'web' }],
    },
    { user: 'Look', tools: ['f', 'g', 'web'] },
  ],
  ['openai-responses', { input: 'Hi' }, { user: 'Hi', tools: [] }],
  [
    'openai-responses',
    {
      input: [
        { role: 'developer', content: 'd' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'about' }, { type: 'input_image' }] },
        { role: 'user', content: 'Do it' },
        { type: 'function_call_output', output: 'x' },
        { role: 'user', content: 'later' },
      ],
      tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }],
    },
    { user: 'about\nDo it', tools: ['f', 'web_search'] },
  ],
  [
    'anthropic',
    {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'note' }, { type: 'image' }, { type: 'text', text: 'Do it' }] },
        { role: 'assistant', content: 'Hey' },
      ],
      tools: [{ name: 'f' }, { type: 'web_search_20250305', name: 'web_search' }, { type: 'odd' }],
    },
    { user: 'note\nDo it', tools: ['f', 'web_search', 'odd'] },
  ],
  [
    'anthropic',
    {
      messages: [
        { role: 'user', content: [{ type: 'tool_result', content: 'r' }] },
        { role: 'user', content: 'Do it' },
      ],
    },
    { user: 'Do it', tools: [] },
  ],
  [
    'gemini',
    {
      contents: [{ parts: [{ text: 'Do it' }, { inlineData: {} }] }, { role: 'user', parts: [{ functionResponse: {} }] }],
      tools: [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }] }, { google_search: {} }, { function_declarations: [{ name: 'h' }] }],
    },
    { user: 'Do it', tools: ['f', 'g', 'google_search', 'h'] },
  ],
  ['gemini', { contents: ['odd', { role: 'model', parts: [{ text: 'x' }] }, { role: 'user', parts: [] }] }, { user: '', tools: [] }],
];

for (const [dialect, body, opening] of OPENINGS) {
  test(`${dialect}: what an opening says, ${JSON.stringify(opening)}`, () => {
    expect(openingOf(dialect, read(dialect, body))).toEqual(opening);
  });
}

test('an opening whose tools are a token offers none by name', () => {
  expect(openingOf('anthropic', { ...read('anthropic', {}), tools: '{{tools}}' })).toEqual({ user: '', tools: [] });
});

for (const [method, path, dialect] of [
  ['POST', '/v1/chat/completions', 'openai-chat'],
  ['post', '/openai/deployments/gpt/chat/completions?api-version=1', 'openai-chat'],
  ['POST', '/v1/responses', 'openai-responses'],
  ['POST', '/v1/responses/', 'openai-responses'],
  ['POST', '/v1/messages?beta=true', 'anthropic'],
  ['POST', '/v1beta/models/gemini-3-pro:generateContent', 'gemini'],
  ['POST', '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse', 'gemini'],
  ['POST', '/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent', 'gemini'],
  ['POST', '/v1beta/models/gemini-3-pro:countTokens', undefined],
  ['POST', '/v1internal:streamGenerateContent?alt=sse', undefined],
  ['POST', '/v1/messages/count_tokens', undefined],
  ['POST', '/v1/messages/batches', undefined],
  ['POST', '/v1/responses/resp_1/cancel', undefined],
  ['POST', '/v1/completions', undefined],
  ['GET', '/v1/responses', undefined],
  ['GET', '/v1/models', undefined],
  ['HEAD', '/', undefined],
] as const) {
  test(`${method} ${path} is ${dialect ?? 'no model call'}`, () => {
    expect(dialectOf(method, path)).toBe(dialect);
  });
}
