import type { SseEvent } from '../../schema/index.js';
import { callsOf, finishOf, piecesOf, usageOf } from '../authored.js';
import type { AuthoredReply, EncodeOptions } from '../dialect.js';
import type { Fields } from '../json.js';

const FINISH = { stop: 'STOP', 'tool-calls': 'STOP', 'max-tokens': 'MAX_TOKENS', refusal: 'SAFETY' } as const;

/** A response for each part; the last one has the finish and the account. */
export function geminiStream(reply: AuthoredReply, options: EncodeOptions, open: boolean): SseEvent[] {
  const about = aboutOf(options);
  const parts = partsOf(reply, options, true);
  const events = parts.map((part) => response([part], about));
  if (!open) events.push(response([{ text: '' }], about, reply));
  return events.map((payload) => ({ data: JSON.stringify(payload) }));
}

export function geminiBody(reply: AuthoredReply, options: EncodeOptions): Fields {
  return response(partsOf(reply, options), aboutOf(options), reply);
}

function partsOf(reply: AuthoredReply, options: EncodeOptions, inPieces = false): Fields[] {
  const ids = callsOf(reply, options);
  const textsOf = (kind: 'text' | 'reasoning', text: string | undefined): readonly string[] =>
    text ? (inPieces ? piecesOf(kind, text, options) : [text]) : [];
  return [
    ...textsOf('reasoning', reply.reasoning).map((text) => ({ text, thought: true })),
    ...textsOf('text', reply.text).map((text) => ({ text })),
    ...(reply.toolCalls ?? []).map((call, at) => ({ functionCall: { id: ids[at]!.id, name: call.name, args: call.arguments } })),
  ];
}

const aboutOf = ({ ids, model }: EncodeOptions): Fields => ({ modelVersion: model, responseId: ids('resp') });

function response(parts: readonly Fields[], about: Fields, ended?: AuthoredReply): Fields {
  const candidate = { content: { parts, role: 'model' }, ...(ended && { finishReason: FINISH[finishOf(ended)] }), index: 0 };
  return { candidates: [candidate], ...(ended && { usageMetadata: usage(ended) }), ...about };
}

function usage(reply: AuthoredReply): Fields {
  const { inputTokens, outputTokens } = usageOf(reply);
  return { promptTokenCount: inputTokens, candidatesTokenCount: outputTokens, totalTokenCount: inputTokens + outputTokens };
}
