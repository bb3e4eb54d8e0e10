import { expect, test } from '@playwright/test';
import { decodeReply } from '../../../harness/dialects/index.js';
import { DIALECTS, streamChunk, type Dialect, type WireReply } from '../../../harness/schema/index.js';
import { streamed, whole } from './samples.js';

const delta = (fields: object, finish: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
  ...more,
});
const said = (parts: object[], more: object = {}) => ({ candidates: [{ content: { role: 'model', parts }, ...more }] });

function decode(dialect: Dialect, reply: WireReply): ReturnType<typeof decodeReply> {
  const decoded = decodeReply(dialect, reply);
  for (const chunk of decoded.chunks) streamChunk.parse(chunk);
  return decoded;
}

test('Chat Completions: chunks in the order of the blocks, with account and finish at the end', () => {
  const { chunks, reply, finish, end } = decode(
    'openai-chat',
    streamed([
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Hm' }),
      delta({ reasoning_content: '.' }),
      delta({ content: 'He' }),
      delta({ content: 'y' }),
      delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'f', arguments: '' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
      delta({}, 'tool_calls'),
      {
        choices: [],
        usage: { prompt_tokens: 5, completion_tokens: 3, prompt_cache_hit_tokens: 2, completion_tokens_details: { reasoning_tokens: 1 } },
      },
      '[DONE]',
    ]),
  );
  expect(chunks).toEqual([
    { type: 'block-start', index: 0, blockType: 'reasoning' },
    { type: 'reasoning-delta', index: 0, text: 'Hm' },
    { type: 'reasoning-delta', index: 0, text: '.' },
    { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm.' } },
    { type: 'block-start', index: 1, blockType: 'text' },
    { type: 'text-delta', index: 1, text: 'He' },
    { type: 'text-delta', index: 1, text: 'y' },
    { type: 'block-start', index: 2, blockType: 'tool-call' },
    { type: 'tool-call-delta', index: 2, id: 'c1', name: 'f', argumentsDelta: '{"a":' },
    { type: 'tool-call-delta', index: 2, id: 'c1', name: 'f', argumentsDelta: '1}' },
    { type: 'block-end', index: 1, block: { type: 'text', text: 'Hey' } },
    { type: 'block-end', index: 2, block: { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"a":1}' } },
    { type: 'usage', usage: { inputTokens: 5, outputTokens: 3, cacheReadTokens: 2, reasoningTokens: 1 } },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]);
  expect({ reply, finish, end }).toEqual({
    reply: { text: 'Hey', reasoning: 'Hm.', calls: [{ id: 'c1', name: 'f', arguments: '{"a":1}' }] },
    finish: 'tool_calls',
    end: 'complete',
  });
});

test('Chat Completions: pieces of a call without an index go to their id, else to the last call', () => {
  const { reply } = decode(
    'openai-chat',
    streamed([
      delta({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{' } }] }),
      delta({ tool_calls: [{ function: { arguments: '}' } }] }),
      delta({ tool_calls: [{ id: 'b', function: { name: 'g', arguments: '[' } }] }),
      delta({ tool_calls: [{ id: '', function: { arguments: '1' } }] }),
      delta({
        tool_calls: [
          { id: 'b', function: { arguments: ']' } },
          { id: 'c', custom: { name: 'h', input: 'plain' } },
        ],
      }),
      delta({}, 'tool_calls'),
    ]),
  );
  expect(reply.calls).toEqual([
    { id: 'a', name: 'f', arguments: '{}' },
    { id: 'b', name: 'g', arguments: '[1]' },
    { id: 'c', name: 'h', arguments: 'plain' },
  ]);
});

test('Chat Completions: parallel calls, several choices, parts, the old function call, another word for reasoning', () => {
  const { reply } = decode(
    'openai-chat',
    streamed([
      { choices: [{ index: 1, delta: { content: 'other' } }] },
      delta({ reasoning: 'r', content: [{ type: 'text', text: 'p' }] }),
      delta({
        tool_calls: [
          { index: 0, id: 'a', function: { name: 'f' } },
          { index: 1, id: 'b', function: { name: 'g' } },
        ],
      }),
      delta({ tool_calls: [{ index: 1, function: { arguments: '2' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1' } }] }, 'stop'),
    ]),
  );
  expect(reply).toEqual({
    text: 'p',
    reasoning: 'r',
    calls: [
      { id: 'a', name: 'f', arguments: '1' },
      { id: 'b', name: 'g', arguments: '2' },
    ],
  });
  const old = decode('openai-chat', streamed([delta({ function_call: { name: 'f', arguments: '{}' } }, 'function_call')]));
  expect(old.reply.calls).toEqual([{ name: 'f', arguments: '{}' }]);
});

for (const [word, kind] of [
  ['stop', 'stop'],
  ['length', 'max-tokens'],
  ['content_filter', 'refusal'],
  ['function_call', 'tool-calls'],
  ['insufficient_system_resource', 'insufficient_system_resource'],
] as const) {
  test(`Chat Completions: "${word}" is ${kind}`, () => {
    const { chunks, finish } = decode('openai-chat', streamed([delta({ content: 'x' }, word)]));
    expect(finish).toBe(word);
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind } });
  });
}

test('Chat Completions: a refusal is what the model said, and why it ended', () => {
  const { reply, chunks } = decode('openai-chat', streamed([delta({ refusal: 'No' }), delta({ refusal: '.' }), delta({}, 'stop')]));
  expect(reply.text).toBe('No.');
  expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind: 'refusal' } });
});

test('Chat Completions: a whole completion', () => {
  const message = {
    role: 'assistant',
    content: 'Hi',
    reasoning_content: 'Hm',
    tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
  };
  const { reply, finish } = decode('openai-chat', whole({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }));
  expect(reply).toEqual({ text: 'Hi', reasoning: 'Hm', calls: [{ id: 'a', name: 'f', arguments: '{}' }] });
  expect(finish).toBe('tool_calls');
});

const ANTHROPIC = [
  {
    type: 'message_start',
    message: { id: 'm', usage: { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 5, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sig' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hey' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation: {} } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
  { type: 'content_block_stop', index: 2 },
  { type: 'content_block_start', index: 3, content_block: { type: 'web_search_tool_result', content: [] } },
  { type: 'content_block_stop', index: 3 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

test('Anthropic: thinking with its signature, text, a call without arguments', () => {
  const { chunks, reply, finish } = decode('anthropic', streamed(ANTHROPIC));
  expect(reply).toEqual({ text: 'Hey', reasoning: 'Hm.', calls: [{ id: 't', name: 'f', arguments: '{}' }] });
  expect(finish).toBe('tool_use');
  expect(chunks.filter(({ type }) => type === 'block-end')).toEqual([
    { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm.', signature: 'sig' } },
    { type: 'block-end', index: 1, block: { type: 'text', text: 'Hey' } },
    { type: 'block-end', index: 2, block: { type: 'tool-call', id: 't', name: 'f', arguments: '{}' } },
  ]);
  expect(chunks.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 12, outputTokens: 9, cacheReadTokens: 4 } },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]);
});

test('Anthropic: a whole message', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 's' },
    { type: 'redacted_thinking', data: 'x' },
    { type: 'text', text: 'Hey' },
    { type: 'server_tool_use', id: 'w', name: 'web_search', input: { query: 'q' } },
  ];
  const { reply, finish, end } = decode(
    'anthropic',
    whole({ id: 'm', type: 'message', content, stop_reason: 'max_tokens', usage: { input_tokens: 1 } }),
  );
  expect(reply).toEqual({ text: 'Hey', reasoning: 'Hm.', calls: [{ id: 'w', name: 'web_search', arguments: '{"query":"q"}' }] });
  expect({ finish, end }).toEqual({ finish: 'max_tokens', end: 'complete' });
  expect(decode('anthropic', whole({ type: 'message', content: [], stop_reason: null })).end).toBe('incomplete');
  expect(decode('anthropic', whole({ type: 'error', error: { type: 'api_error', message: 'm' } })).chunks).toMatchObject([
    { reason: { failure: { code: 'SERVER' } } },
  ]);
});

for (const [word, kind] of [
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['compaction', 'compaction'],
] as const) {
  test(`Anthropic: "${word}" is ${kind}`, () => {
    const { chunks, finish } = decode(
      'anthropic',
      streamed([{ type: 'message_delta', delta: { stop_reason: word } }, { type: 'message_stop' }]),
    );
    expect(finish).toBe(word);
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind } });
  });
}

test('Anthropic: the same message started twice is one, another one means that the first never ended', () => {
  const [start, ...rest] = ANTHROPIC;
  expect(decode('anthropic', streamed([start, start, ...rest])).end).toBe('complete');
  const spliced = decode(
    'anthropic',
    streamed([...ANTHROPIC.slice(0, 8), { type: 'message_start', message: { id: 'other' } }, ...ANTHROPIC]),
  );
  expect(spliced).toMatchObject({ end: 'incomplete', reply: { text: 'Hey', calls: [] } });
  expect(spliced.finish).toBeUndefined();
});

const item = (output_index: number, fields: object) => ({ type: 'response.output_item.done', output_index, item: fields });

test('Responses: items and ids, summaries, refusals, calls of every kind', () => {
  const { reply, chunks, finish } = decode(
    'openai-responses',
    streamed([
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1' } },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: 'rs_1', summary_index: 0, delta: 'A' },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: 'rs_1', summary_index: 1, delta: 'B' },
      item(0, { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed', summary: [{ text: 'A' }, { text: 'B' }] }),
      { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg_1' } },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'Hey' },
      { type: 'response.refusal.delta', output_index: 1, content_index: 1, delta: ' no' },
      item(1, {
        type: 'message',
        id: 'msg_1',
        content: [
          { type: 'output_text', text: 'Hey' },
          { type: 'refusal', refusal: ' no' },
        ],
      }),
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{}' },
      item(2, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{}' }),
      {
        type: 'response.output_item.added',
        output_index: 3,
        item: { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c2', name: 'patch', input: '' },
      },
      { type: 'response.custom_tool_call_input.delta', output_index: 3, delta: '*** x' },
      item(3, { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c2', name: 'patch', input: '*** x' }),
      { type: 'response.output_item.added', output_index: 4, item: { type: 'local_shell_call', id: 'l', call_id: 'c3' } },
      item(4, { type: 'local_shell_call', id: 'l', call_id: 'c3', status: 'completed', action: { command: ['ls'] } }),
      {
        type: 'response.completed',
        response: {
          id: 'resp_1',
          status: 'completed',
          usage: { input_tokens: 1, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } },
        },
      },
    ]),
  );
  expect(reply).toEqual({
    text: 'Hey no',
    reasoning: 'AB',
    calls: [
      { id: 'c1', name: 'f', arguments: '{}' },
      { id: 'c2', name: 'patch', arguments: '*** x' },
      { id: 'c3', name: 'local_shell', arguments: '{"action":{"command":["ls"]}}' },
    ],
    responseId: 'resp_1',
    items: ['rs_1', 'msg_1', 'fc_1', 'ctc_1', 'l'],
  });
  expect(finish).toBe('completed');
  expect(chunks).toContainEqual({ type: 'block-end', index: 1, block: { type: 'reasoning', text: 'B', signature: 'sealed' } });
  expect(chunks.filter(({ type }) => type === 'block-start')).toHaveLength(7);
  expect(chunks.filter(({ type }) => type === 'block-end')).toHaveLength(7);
});

test('Responses: what came without pieces is taken from its end', () => {
  const body = {
    object: 'response',
    id: 'resp_1',
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'rs', encrypted_content: 'sealed', summary: [] },
      { type: 'reasoning', id: 'rs2', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] },
      { type: 'message', id: 'm', content: [{ type: 'refusal', refusal: 'No' }] },
    ],
  };
  const { reply, chunks } = decode('openai-responses', whole(body));
  expect(reply).toEqual({ text: 'No', reasoning: 'Hm', calls: [], responseId: 'resp_1', items: ['rs', 'rs2', 'm'] });
  expect(chunks[1]).toEqual({ type: 'block-end', index: 0, block: { type: 'reasoning', text: '', signature: 'sealed' } });
  expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind: 'refusal' } });
});

for (const [response, finish, kind] of [
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'max_output_tokens', 'max-tokens'],
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content_filter', 'refusal'],
  [{ status: 'incomplete' }, 'incomplete', 'incomplete'],
  [{ status: 'queued' }, 'queued', 'queued'],
  [{}, 'completed', 'stop'],
] as const) {
  test(`Responses: ${JSON.stringify(response)} is ${kind}`, () => {
    const decoded = decode('openai-responses', whole({ object: 'response', output: [], ...response }));
    expect(decoded.finish).toBe(finish);
    expect(decoded.chunks.at(-1)).toEqual({ type: 'finish', reason: { kind } });
  });
}

test('Gemini: thoughts, text, a whole call and one in pieces', () => {
  const call = (fields: object) => said([{ functionCall: fields }]);
  const { reply, chunks } = decode(
    'gemini',
    streamed([
      said([{ text: 'Hm', thought: true, thoughtSignature: 'sig' }]),
      said([{ text: 'He' }, { text: 'y' }]),
      said([{ functionCall: { name: 'f', id: 'x', args: { a: 1 } }, thoughtSignature: 's' }]),
      call({ name: 'g', willContinue: true }),
      call({ partialArgs: [{ jsonPath: '$.city', stringValue: 'Bos', willContinue: true }], willContinue: true }),
      call({
        partialArgs: [
          { jsonPath: '$.city', stringValue: 'ton' },
          { jsonPath: '$.list[0].n', numberValue: 2 },
        ],
        willContinue: true,
      }),
      call({
        partialArgs: [
          { jsonPath: '$.list[1]["a b"]', boolValue: false },
          { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      }),
      call({}),
      said([{ functionCall: { name: 'h' } }, { executableCode: { code: '1' } }, { text: 'z' }]),
      { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, thoughtsTokenCount: 3 }, ...said([], { finishReason: 'STOP' }) },
    ]),
  );
  expect(reply).toEqual({
    text: 'Heyz',
    reasoning: 'Hm',
    calls: [
      { id: 'x', name: 'f', arguments: '{"a":1}' },
      { name: 'g', arguments: '{"city":"Boston","list":[{"n":2},{"a b":false}],"none":null}' },
      { name: 'h', arguments: '{}' },
      { name: 'code_execution', arguments: '{"code":"1"}' },
    ],
  });
  expect(chunks).toContainEqual({ type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm', signature: 'sig' } });
  expect(chunks.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 4, outputTokens: 5, reasoningTokens: 3 } },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]);
});

test('Gemini: a call in pieces ends with its last piece, with the next call, or with the reply', () => {
  const { reply } = decode(
    'gemini',
    streamed([
      said([{ functionCall: { partialArgs: [{ jsonPath: '$.lost', stringValue: 'no call' }] } }]),
      said([{ functionCall: { name: 'a', partialArgs: [{ jsonPath: '$.x', stringValue: '1' }] } }]),
      said([{ functionCall: { name: 'b', willContinue: true } }]),
      said([
        {
          functionCall: {
            name: 'c',
            partialArgs: [
              { jsonPath: '$.x.y', numberValue: 1 },
              { jsonPath: '$.x.y.z', numberValue: 2 },
            ],
            willContinue: true,
          },
        },
      ]),
      said(
        [
          {
            functionCall: {
              partialArgs: [
                { jsonPath: 'x', numberValue: 1 },
                { jsonPath: '$.__proto__.p', numberValue: 1 },
              ],
              willContinue: true,
            },
          },
        ],
        {
          finishReason: 'STOP',
        },
      ),
    ]),
  );
  expect(reply.calls.map(({ name, arguments: said }) => `${name} ${said}`)).toEqual(['a {"x":"1"}', 'b {}', 'c {"x":{"y":1},"p":1}']);
  expect({}).not.toHaveProperty('p');
});

for (const [word, kind] of [
  ['MAX_TOKENS', 'max-tokens'],
  ['SAFETY', 'refusal'],
  ['MALFORMED_FUNCTION_CALL', 'MALFORMED_FUNCTION_CALL'],
  ['STOP', 'stop'],
] as const) {
  test(`Gemini: "${word}" is ${kind}`, () => {
    const { chunks, finish } = decode('gemini', whole(said([{ text: 'x' }], { finishReason: word })));
    expect(finish).toBe(word);
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind } });
  });
}

test('Gemini: a prompt that was blocked is a refusal', () => {
  expect(decode('gemini', streamed([{ promptFeedback: { blockReason: 'SAFETY' } }]))).toMatchObject({
    finish: 'SAFETY',
    end: 'complete',
    chunks: [{ reason: { kind: 'refusal' } }],
  });
  expect(decode('gemini', streamed([{ promptFeedback: { blockReason: 'BLOCK_REASON_UNSPECIFIED' } }])).end).toBe('incomplete');
});

test('Gemini: a stream as one JSON list, whole and cut off', () => {
  const list = `[${JSON.stringify(said([{ text: 'a "}' }]))},\n${JSON.stringify(said([{ text: 'b\\' }], { finishReason: 'STOP' }))}]`;
  expect(decode('gemini', whole(list))).toMatchObject({ reply: { text: 'a "}b\\' }, finish: 'STOP', end: 'complete' });
  for (const cut of [list.length - 3, list.indexOf(',\n') + 4]) {
    const decoded = decode('gemini', whole(list.slice(0, cut)));
    expect(decoded).toMatchObject({ reply: { text: 'a "}' }, end: 'incomplete' });
    expect(decoded.finish).toBeUndefined();
  }
});

/** An error inside a stream, in each dialect's words. */
const STREAM_ERRORS: [Dialect, unknown, object][] = [
  ['openai-chat', { error: { message: 'slow', code: 429 } }, { message: 'slow', code: 'RATE_LIMIT', status: 429 }],
  ['openai-chat', { error: { message: 'm', type: 'server_error', code: null } }, { message: 'm', code: 'SERVER' }],
  ['openai-chat', { error: 'bad' }, { message: 'bad', code: 'UNKNOWN' }],
  ['openai-responses', { type: 'error', error: { code: 'insufficient_quota', message: 'q' } }, { message: 'q', code: 'RATE_LIMIT' }],
  ['openai-responses', { type: 'error', code: 'invalid_api_key', message: 'k' }, { message: 'k', code: 'AUTH' }],
  [
    'openai-responses',
    { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 's' } } },
    { message: 's', code: 'SERVER' },
  ],
  ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'o' } }, { message: 'o', code: 'SERVER' }],
  ['gemini', { error: { code: 504, message: 'd', status: 'DEADLINE_EXCEEDED' } }, { message: 'd', code: 'TIMEOUT', status: 504 }],
];

for (const [dialect, payload, failure] of STREAM_ERRORS) {
  test(`${dialect}: an error ends the stream, ${JSON.stringify(payload)}`, () => {
    const { chunks, end, finish } = decode(dialect, streamed([payload]));
    expect(chunks).toEqual([{ type: 'finish', reason: { kind: 'error', failure } }]);
    expect(end).toBe('complete');
    expect(finish).toBeTruthy();
  });
}

test('of two errors the first counts', () => {
  const failed = { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'second' } } };
  const decoded = decode('openai-responses', streamed([{ type: 'error', error: { message: 'first' } }, failed]));
  expect(decoded).toMatchObject({ finish: 'error', chunks: [{ reason: { failure: { message: 'first' } } }] });
  expect(decode('openai-responses', whole({ error: { message: 'm', code: 'x' } })).chunks).toMatchObject([
    { reason: { failure: { message: 'm' } } },
  ]);
});

for (const [status, body, failure] of [
  [401, { error: { message: 'who?' } }, { message: 'who?', code: 'AUTH', status: 401 }],
  [429, [{ error: { message: 'listed' } }], { message: 'listed', code: 'RATE_LIMIT', status: 429 }],
  [408, { message: 'bare' }, { message: 'bare', code: 'TIMEOUT', status: 408 }],
  [500, { error: 'text' }, { message: 'text', code: 'SERVER', status: 500 }],
  [404, '<html>', { message: 'the provider answered HTTP 404', code: 'INVALID_REQUEST', status: 404 }],
] as const) {
  test(`a status of ${status} is a failure in every dialect`, () => {
    for (const dialect of DIALECTS) {
      const decoded = decode(dialect, whole(body, status));
      expect(decoded).toMatchObject({ chunks: [{ reason: { kind: 'error', failure } }], end: 'complete', finish: String(status) });
      expect(decode(dialect, whole(body, status, 'reset')).end).toBe('reset');
    }
  });
}

test('a reply that broke off tells how, and has no finish', () => {
  for (const dialect of DIALECTS) {
    for (const [end, told, code] of [
      ['complete', 'incomplete', 'INCOMPLETE_STREAM'],
      ['incomplete', 'incomplete', 'INCOMPLETE_STREAM'],
      ['reset', 'reset', 'TRANSPORT'],
      ['unreachable', 'unreachable', 'TRANSPORT'],
    ] as const) {
      for (const reply of [streamed([], end), streamed(['no json', '7'], end), whole('', 200, end), whole('null', 200, end)]) {
        expect(decode(dialect, reply)).toEqual({
          chunks: [{ type: 'finish', reason: { kind: 'error', failure: { code, message: expect.any(String) } } }],
          reply: { text: '', calls: [] },
          end: told,
        });
      }
    }
    expect(decode(dialect, { status: 200, headers: {}, base64: 'AAAA', end: 'complete' }).end).toBe('incomplete');
  }
});

test('a client that leaves before the end leaves chunks without a finish, one that leaves after it loses nothing', () => {
  const left = decode('openai-chat', streamed([delta({ content: 'He' })], 'aborted'));
  expect(left).toEqual({
    chunks: [
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'text-delta', index: 0, text: 'He' },
    ],
    reply: { text: 'He', calls: [] },
    end: 'aborted',
  });
  expect(decode('openai-chat', streamed([delta({ content: 'He' }, 'stop'), '[DONE]'], 'aborted'))).toMatchObject({
    finish: 'stop',
    end: 'complete',
  });
});
