import { data, hex, now, pieces, textOf, usageOf } from './common.mjs';

export const fits = (path) => path.endsWith('/chat/completions');
export const isStreamed = (path, body) => body.stream === true;

export const read = (body) => ({
  turns: body.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
  tools: (body.tools ?? []).length > 0,
  schema: body.response_format?.json_schema?.schema,
});

export function* events(reply, body) {
  const head = { id: `chatcmpl-${hex(29)}`, object: 'chat.completion.chunk', created: now(), model: body.model };
  const chunk = (delta, finish_reason = null) => data({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  yield chunk({ role: 'assistant', content: '' });
  for (const piece of pieces(reply.reasoning ?? '')) yield chunk({ reasoning_content: piece });
  for (const piece of pieces(reply.text ?? '')) yield chunk({ content: piece });
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    yield chunk({ tool_calls: [{ index, id: `call_${hex(24)}`, type: 'function', function: { name: call.name, arguments: '' } }] });
    for (const piece of pieces(JSON.stringify(call.arguments))) yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, reply.toolCalls ? 'tool_calls' : 'stop');
  const { input, output } = usageOf(reply);
  yield data({ ...head, choices: [], usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } });
  yield 'data: [DONE]\n\n';
}

export function whole(reply, body) {
  const { input, output } = usageOf(reply);
  const tool_calls = reply.toolCalls?.map((call) => ({
    id: `call_${hex(24)}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  return {
    id: `chatcmpl-${hex(29)}`,
    object: 'chat.completion',
    created: now(),
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text ?? null, ...(tool_calls && { tool_calls }) },
        finish_reason: tool_calls ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
