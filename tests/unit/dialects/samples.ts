import { decodeReply, type DecodedReply, type EncodeOptions } from '../../../harness/dialects/index.js';
import { streamChunk, type AuthoredRecord, type Dialect, type SseEvent, type WireReply } from '../../../harness/schema/index.js';

/** A reply as an event stream of these payloads. */
export const streamed = (payloads: readonly unknown[], end: WireReply['end'] = 'complete'): WireReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  events: payloads.map((payload): SseEvent => ({ data: typeof payload === 'string' ? payload : JSON.stringify(payload) })),
  end,
});

/** A reply as one body. */
export const whole = (body: unknown, status = 200, end: WireReply['end'] = 'complete'): WireReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  end,
});

export function encodeOptions(stream: EncodeOptions['stream']): EncodeOptions {
  const counts = new Map<string, number>();
  return {
    stream,
    model: 'model-1',
    created: 1_700_000_000,
    ids: (kind) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return `${kind}_${counts.get(kind)}`;
    },
  };
}

export const AUTHORED: Record<string, Extract<AuthoredRecord, { type: 'reply' }>> = {
  text: { type: 'reply', lane: 1, text: 'Hello "world"\n北👋é' },
  everything: {
    type: 'reply',
    lane: 1,
    reasoning: 'First I look.',
    text: 'I look.',
    toolCalls: [
      { name: 'read', arguments: { path: 'a "b".txt' } },
      { id: 'call_own', name: 'list', arguments: {} },
    ],
    usage: { inputTokens: 7, outputTokens: 5 },
  },
  'a call alone': { type: 'reply', lane: 1, toolCalls: [{ name: 'read', arguments: { path: 'x' } }] },
  'cut off': { type: 'reply', lane: 1, text: 'And then', finish: 'max-tokens' },
  refused: { type: 'reply', lane: 1, text: 'No.', finish: 'refusal' },
};

/** A decoded reply, whose chunks are such as a session log holds. */
export function decode(dialect: Dialect, reply: WireReply): DecodedReply {
  const decoded = decodeReply(dialect, reply);
  for (const chunk of decoded.chunks) streamChunk.parse(chunk);
  return decoded;
}

/** A chunk of Chat Completions. */
export const delta = (fields: object, finish: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
  ...more,
});
