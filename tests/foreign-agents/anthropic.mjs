/** Anthropic Messages, streamed. */
export const PATH = '/messages';
export const headersOf = (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' });
export const user = (text) => ({ role: 'user', content: [{ type: 'text', text }] });

export const bodyOf = ({ system, tools, messages }) => ({
  model: 'claude-small',
  max_tokens: 1024,
  stream: true,
  system,
  messages,
  ...(tools.length > 0 && { tools: tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })) }),
});

export const results = (done) => [
  { role: 'user', content: done.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result })) },
];

export function createReply() {
  const blocks = [];
  let finish;
  const of = (type) => blocks.filter((block) => block.type === type);
  return {
    isCut: () => finish === 'max_tokens',
    take({ type, index, content_block: block, delta }) {
      if (type === 'message_delta') finish = delta.stop_reason ?? finish;
      if (type === 'content_block_start') blocks[index] = { ...block, json: '' };
      if (type !== 'content_block_delta') return undefined;
      if (delta.type === 'input_json_delta') blocks[index].json += delta.partial_json;
      if (delta.type !== 'text_delta') return undefined;
      blocks[index].text += delta.text;
      return delta.text;
    },
    text: () =>
      of('text')
        .map(({ text }) => text)
        .join(''),
    calls: () => of('tool_use').map(({ id, name, json }) => ({ id, name, arguments: JSON.parse(json) })),
    message: () => ({
      role: 'assistant',
      content: blocks.map(({ type, text, id, name, json }) =>
        type === 'text' ? { type, text } : { type, id, name, input: JSON.parse(json) },
      ),
    }),
  };
}
