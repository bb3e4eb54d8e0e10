import { expect, test } from '@playwright/test';
import { decode, delta, streamed, whole } from '../samples.js';

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
