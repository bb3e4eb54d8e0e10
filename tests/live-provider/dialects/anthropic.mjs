import { hex, named, pieces, textOf, usageOf } from './common.mjs';

export const fits = (path) => path.endsWith('/messages');
export const isStreamed = (path, body) => body.stream === true;

export const read = (body) => ({
  // A result of a tool comes in the user's name.
  turns: body.messages.map(({ role, content }) => ({
    role: role === 'user' && Array.isArray(content) && content.some(({ type }) => type === 'tool_result') ? 'tool' : role,
    text: textOf(content),
  })),
  tools: (body.tools ?? []).length > 0,
  schema: body.output_config?.format?.schema ?? body.output_format?.schema,
});

export function* events(reply, body) {
  const { input, output } = usageOf(reply);
  const message = { id: `msg_${hex(24)}`, type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null };
  yield named({ type: 'message_start', message: { ...message, stop_sequence: null, usage: { input_tokens: input, output_tokens: 1 } } });
  yield named({ type: 'ping' });
  let index = 0;
  function* block(content_block, deltas) {
    yield named({ type: 'content_block_start', index, content_block });
    for (const delta of deltas) yield named({ type: 'content_block_delta', index, delta });
    yield named({ type: 'content_block_stop', index: index++ });
  }
  if (reply.text)
    yield* block(
      { type: 'text', text: '' },
      pieces(reply.text).map((text) => ({ type: 'text_delta', text })),
    );
  for (const call of reply.toolCalls ?? [])
    yield* block(
      { type: 'tool_use', id: `toolu_${hex(24)}`, name: call.name, input: {} },
      pieces(JSON.stringify(call.arguments)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    );
  const stop_reason = reply.toolCalls ? 'tool_use' : 'end_turn';
  yield named({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } });
  yield named({ type: 'message_stop' });
}

export function whole(reply, body) {
  const { input, output } = usageOf(reply);
  return {
    id: `msg_${hex(24)}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [
      ...(reply.text ? [{ type: 'text', text: reply.text }] : []),
      ...(reply.toolCalls ?? []).map((call) => ({ type: 'tool_use', id: `toolu_${hex(24)}`, name: call.name, input: call.arguments })),
    ],
    stop_reason: reply.toolCalls ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}
