import type { SseEvent } from '../../schema/index.js';
import { callsOf, finishOf, piecesOf, usageOf } from '../authored.js';
import type { AuthoredReply, EncodeOptions } from '../dialect.js';
import type { Fields } from '../json.js';

const STOP = { stop: 'end_turn', 'tool-calls': 'tool_use', 'max-tokens': 'max_tokens', refusal: 'refusal' } as const;

export function anthropicStream(reply: AuthoredReply, options: EncodeOptions, open: boolean): SseEvent[] {
  const start = { ...message(options), content: [], stop_reason: null, stop_sequence: null, usage: { ...usage(reply), output_tokens: 1 } };
  const events: Fields[] = [{ type: 'message_start', message: start }];
  let index = 0;
  const block = (content_block: Fields, deltas: Fields[], last: boolean): void => {
    events.push({ type: 'content_block_start', index, content_block });
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
    if (!last) events.push({ type: 'content_block_stop', index });
    index++;
  };
  const { reasoning, text } = reply;
  if (reasoning) {
    const deltas = [
      ...piecesOf('reasoning', reasoning, options).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: SIGNATURE },
    ];
    // Of a reply that hangs, the last block stays open.
    block({ type: 'thinking', thinking: '', signature: '' }, deltas, open && !text);
  }
  if (text) {
    const deltas = piecesOf('text', text, options).map((piece) => ({ type: 'text_delta', text: piece }));
    block({ type: 'text', text: '' }, deltas, open);
  }
  if (open) return events.map(event);
  for (const [at, { id, name, arguments: json }] of callsOf(reply, options).entries()) {
    const deltas = piecesOf(at, json, options).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    block({ type: 'tool_use', id, name, input: {} }, deltas, false);
  }
  events.push({ type: 'message_delta', delta: { stop_reason: STOP[finishOf(reply)], stop_sequence: null }, usage: usage(reply) });
  return [...events, { type: 'message_stop' }].map(event);
}

export function anthropicBody(reply: AuthoredReply, options: EncodeOptions): Fields {
  const calls = reply.toolCalls ?? [];
  const ids = callsOf(reply, options);
  const content = [
    ...(reply.reasoning ? [{ type: 'thinking', thinking: reply.reasoning, signature: SIGNATURE }] : []),
    ...(reply.text ? [{ type: 'text', text: reply.text }] : []),
    ...calls.map((call, at) => ({ type: 'tool_use', id: ids[at]!.id, name: call.name, input: call.arguments })),
  ];
  return { ...message(options), content, stop_reason: STOP[finishOf(reply)], stop_sequence: null, usage: usage(reply) };
}

/** Stands for the provider's, which nobody but the provider checks. */
const SIGNATURE = 'authored';

const message = ({ ids, model }: EncodeOptions): Fields => ({ id: ids('msg'), type: 'message', role: 'assistant', model });

const event = (payload: Fields): SseEvent => ({ event: String(payload['type']), data: JSON.stringify(payload) });

function usage(reply: AuthoredReply): Fields {
  const { inputTokens, outputTokens } = usageOf(reply);
  return { input_tokens: inputTokens, output_tokens: outputTokens };
}
