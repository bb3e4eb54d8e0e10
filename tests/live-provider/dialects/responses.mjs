import { hex, named, now, pieces, textOf, usageOf } from './common.mjs';

export const fits = (path) => path.endsWith('/responses');
export const isStreamed = (path, body) => body.stream === true;

const ROLES = { message: undefined, function_call: 'assistant', reasoning: 'assistant', custom_tool_call: 'assistant' };

export const read = (body) => ({
  turns: (typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input).map(
    ({ type = 'message', role, content }) => ({
      role: type === 'message' ? role : (ROLES[type] ?? 'tool'),
      text: textOf(content),
    }),
  ),
  tools: (body.tools ?? []).length > 0,
  schema: body.text?.format?.schema,
});

const itemsOf = (reply) => [
  ...(reply.text
    ? [
        {
          type: 'message',
          id: `msg_${hex(24)}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: reply.text, annotations: [] }],
        },
      ]
    : []),
  ...(reply.toolCalls ?? []).map((call) => ({
    type: 'function_call',
    id: `fc_${hex(24)}`,
    call_id: `call_${hex(24)}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
    status: 'completed',
  })),
];

const responseOf = (reply, body, status, output) => {
  const { input, output: written } = usageOf(reply);
  return {
    id: `resp_${hex(32)}`,
    object: 'response',
    created_at: now(),
    status,
    model: body.model,
    output,
    usage:
      status === 'completed'
        ? {
            input_tokens: input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: written,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: input + written,
          }
        : null,
  };
};

export function* events(reply, body) {
  let sequence_number = 0;
  const event = (value) => named({ ...value, sequence_number: sequence_number++ });
  const items = itemsOf(reply);
  const started = responseOf(reply, body, 'in_progress', []);
  yield event({ type: 'response.created', response: started });
  for (const [output_index, item] of items.entries()) {
    const item_id = item.id;
    const open =
      item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : { ...item, status: 'in_progress', arguments: '' };
    yield event({ type: 'response.output_item.added', output_index, item: open });
    if (item.type === 'message') {
      const place = { item_id, output_index, content_index: 0 };
      yield event({ type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } });
      for (const delta of pieces(reply.text)) yield event({ type: 'response.output_text.delta', ...place, delta });
      yield event({ type: 'response.output_text.done', ...place, text: reply.text });
      yield event({ type: 'response.content_part.done', ...place, part: item.content[0] });
    } else {
      for (const delta of pieces(item.arguments))
        yield event({ type: 'response.function_call_arguments.delta', item_id, output_index, delta });
      yield event({ type: 'response.function_call_arguments.done', item_id, output_index, arguments: item.arguments });
    }
    yield event({ type: 'response.output_item.done', output_index, item });
  }
  yield event({ type: 'response.completed', response: { ...responseOf(reply, body, 'completed', items), id: started.id } });
}

export const whole = (reply, body) => responseOf(reply, body, 'completed', itemsOf(reply));
