/** Chat Completions, streamed. */
export const PATH = '/chat/completions';
export const headersOf = (key) => ({ authorization: `Bearer ${key}` });
export const user = (content) => ({ role: 'user', content });

export const bodyOf = ({ system, tools, messages }) => ({
  model: 'gpt-small',
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: 'system', content: system }, ...messages],
  ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
});

export const results = (done) => done.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result }));

export function createReply() {
  let content = '';
  const calls = [];
  let finish;
  return {
    isCut: () => finish === 'length',
    take({ choices: [choice] }) {
      finish = choice?.finish_reason ?? finish;
      const delta = choice?.delta ?? {};
      for (const { index, id, function: { name, arguments: text = '' } = {} } of delta.tool_calls ?? []) {
        calls[index] ??= { id, name, json: '' };
        calls[index].json += text;
      }
      content += delta.content ?? '';
      return delta.content;
    },
    text: () => content,
    calls: () => calls.map(({ id, name, json }) => ({ id, name, arguments: JSON.parse(json) })),
    message: () => ({
      role: 'assistant',
      content,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, json }) => ({ id, type: 'function', function: { name, arguments: json } })),
      }),
    }),
  };
}
