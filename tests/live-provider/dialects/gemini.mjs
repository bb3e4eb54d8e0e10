import { data, hex, pieces, usageOf } from './common.mjs';

export const fits = (path) => /:(?:streamG|g)enerateContent$/.test(path);
export const isStreamed = (path) => path.endsWith(':streamGenerateContent');

export const read = (body) => ({
  turns: body.contents.map(({ role, parts }) => {
    const isResult = parts.some((part) => part.functionResponse);
    return {
      role: role === 'model' ? 'assistant' : isResult ? 'tool' : 'user',
      text: parts.map((part) => part.text ?? '').join('\n'),
    };
  }),
  tools: (body.tools ?? []).length > 0,
  schema: body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema,
});

const part = (parts, more = {}) => ({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }] });
const ends = (reply) => {
  const { input, output } = usageOf(reply);
  return {
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    modelVersion: 'gemini-2.5-flash',
    responseId: hex(22),
  };
};
const calls = (reply) =>
  (reply.toolCalls ?? []).map((call) => ({ functionCall: { id: `fc-${hex(16)}`, name: call.name, args: call.arguments } }));

export function* events(reply) {
  const end = ends(reply);
  for (const text of pieces(reply.text ?? '')) yield data({ ...part([{ text }]), ...end });
  yield data({ ...part(reply.toolCalls ? calls(reply) : [{ text: '' }], { finishReason: 'STOP' }), ...end });
}

export const whole = (reply) => ({
  ...part([...(reply.text ? [{ text: reply.text }] : []), ...calls(reply)], { finishReason: 'STOP' }),
  ...ends(reply),
});
