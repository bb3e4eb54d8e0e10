import { expect, test } from '@playwright/test';
import { decode, streamed, whole } from '../samples.js';

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
