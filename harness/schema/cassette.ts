import * as z from 'zod';
import { dialect, plainRequest, wireRequest } from './wire.js';

const lane = z.number().int().positive();
const place = z.number().int().positive();

/** First line of `provider-replay.jsonl`. */
export const cassetteHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('provider-replay'),
  schema: z.literal(1),
  scenario: z.string(),
});

/** One event of a reply's event stream, losslessly: `data` holds the payload's bytes as sent, a line break per further data line. */
export const sseEvent = z.strictObject({
  event: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  retry: z.number().int().optional(),
  /** Comment lines before it; an event of comments alone is a keep-alive. */
  comments: z.array(z.string()).optional(),
});
export type SseEvent = z.infer<typeof sseEvent>;

/**
 * How an exchange ended. `complete`: as the dialect ends a reply. `aborted`: the client closed first. `reset`: the
 * upstream broke the connection. `unreachable`: no answer at all. `incomplete`: the stream ended without the dialect's end.
 */
export const exchangeEnd = z.enum(['complete', 'aborted', 'reset', 'unreachable', 'incomplete']);
export type ExchangeEnd = z.infer<typeof exchangeEnd>;

/** What came back: a status and one of an event stream, a text body, or bytes. */
export const wireReply = z.strictObject({
  status: z.number().int(),
  /** Headers that mean something to a client: content-type, retry-after and the like; none of the transport, no cookies. */
  headers: z.record(z.string(), z.string()),
  events: z.array(sseEvent).optional(),
  body: z.string().optional(),
  base64: z.string().optional(),
  end: exchangeEnd,
  /** The dialect's own word for why the reply ended, e.g. `tool_calls`. */
  finish: z.string().optional(),
});
export type WireReply = z.infer<typeof wireReply>;

/** What tells opening requests apart: they carry no recorded reply back. */
export const opening = z.strictObject({
  user: z.string(),
  tools: z.array(z.string()),
  /** SHA-256 of the normalized system prompt. */
  system: z.string(),
});
export type Opening = z.infer<typeof opening>;

/** One model call with its reply, as recorded. */
export const exchange = z.strictObject({
  type: z.literal('exchange'),
  lane,
  place,
  dialect,
  request: wireRequest,
  opening: opening.optional(),
  reply: wireReply,
});
export type Exchange = z.infer<typeof exchange>;

/** A request that is no model call. Equal ones get their recorded answers in order; the last one stays. */
export const plainExchange = z.strictObject({
  type: z.literal('plain'),
  /** Name of the profile's endpoint; the provider itself where absent. */
  endpoint: z.string().optional(),
  request: plainRequest,
  reply: wireReply,
});
export type PlainExchange = z.infer<typeof plainExchange>;

/** Which opening request an authored lane answers. */
const when = z.strictObject({
  /** Part of the first user message. */
  user: z.string().optional(),
  /** Whether tools are offered. */
  tools: z.boolean().optional(),
  /** Whether the reply is wanted as JSON, of a schema or of any form. */
  json: z.boolean().optional(),
});

/** Authored: a reply in no dialect; it is worded in the one the agent speaks. */
export const authoredReply = z.strictObject({
  type: z.literal('reply'),
  lane: lane.default(1),
  when: when.optional(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
  toolCalls: z
    .array(z.strictObject({ id: z.string().optional(), name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
    .optional(),
  usage: z.strictObject({ inputTokens: z.number().int(), outputTokens: z.number().int() }).optional(),
  /** `tool-calls` where there are some, else `stop`. */
  finish: z.enum(['stop', 'tool-calls', 'max-tokens', 'refusal']).optional(),
});

/** Authored: an error of the provider. */
export const authoredError = z.strictObject({
  type: z.literal('error'),
  lane: lane.default(1),
  when: when.optional(),
  status: z.number().int().min(400).max(599),
  message: z.string(),
  /** Seconds of the retry-after header. */
  retryAfter: z.number().int().optional(),
});

/** Authored: a reply that never ends; its prefix is sent, then nothing until the client closes. */
export const authoredHang = z.strictObject({
  type: z.literal('hang'),
  lane: lane.default(1),
  when: when.optional(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
});

export const authoredRecord = z.discriminatedUnion('type', [authoredReply, authoredError, authoredHang]);
export type AuthoredRecord = z.infer<typeof authoredRecord>;

/** Every later line of `provider-replay.jsonl`. Recorded exchanges and authored records do not mix. */
export const cassetteRecord = z.union([exchange, plainExchange, authoredRecord]);
export type CassetteRecord = z.infer<typeof cassetteRecord>;
