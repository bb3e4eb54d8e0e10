import { expect, test } from '@playwright/test';
import { decode, streamed, whole } from '../samples.js';

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
