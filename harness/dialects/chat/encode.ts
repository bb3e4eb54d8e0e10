import type { SseEvent } from '../../schema/index.js';
import { callsOf, finishOf, piecesOf, usageOf } from '../authored.js';
import type { AuthoredReply, EncodeOptions } from '../dialect.js';
import { present, type Fields } from '../json.js';

const FINISH = { stop: 'stop', 'tool-calls': 'tool_calls', 'max-tokens': 'length', refusal: 'content_filter' } as const;

/** Events of an authored reply. The account comes with the finish, where clients that did not ask for one look too. */
export function chatStream(reply: AuthoredReply, options: EncodeOptions, open: boolean): SseEvent[] {
  const id = options.ids('chatcmpl');
  const chunk = (delta: Fields, more: Fields = {}, finish: string | null = null): SseEvent => ({
    data: JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: options.created,
      model: options.model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...more,
    }),
  });
  const events = [chunk({ role: 'assistant', content: '' })];
  if (reply.reasoning)
    for (const reasoning_content of piecesOf('reasoning', reply.reasoning, options)) events.push(chunk({ reasoning_content }));
  if (reply.text) for (const content of piecesOf('text', reply.text, options)) events.push(chunk({ content }));
  if (open) return events;
  for (const [index, call] of callsOf(reply, options).entries()) {
    const named = { id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
    const pieces = piecesOf(index, call.arguments, options);
    events.push(chunk({ tool_calls: [{ index, ...named }] }));
    for (const piece of pieces) events.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  return [...events, chunk({}, { usage: usage(reply) }, FINISH[finishOf(reply)]), { data: '[DONE]' }];
}

export function chatBody(reply: AuthoredReply, options: EncodeOptions): Fields {
  const calls = callsOf(reply, options).map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  const message = present({
    role: 'assistant',
    content: reply.text ?? null,
    reasoning_content: reply.reasoning,
    tool_calls: calls.length > 0 ? calls : undefined,
  });
  return {
    id: options.ids('chatcmpl'),
    object: 'chat.completion',
    created: options.created,
    model: options.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[finishOf(reply)] }],
    usage: usage(reply),
  };
}

function usage(reply: AuthoredReply): Fields {
  const { inputTokens, outputTokens } = usageOf(reply);
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}
