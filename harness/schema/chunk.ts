import * as z from 'zod';

/** One finished block of a model's reply, as a session log keeps it. */
export const contentBlock = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string(), signature: z.string().optional() }),
  z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string() }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

/** Why a model call failed. `code` is one of {@link FAILURE_CODES} for agents of ours; foreign logs may hold others. */
export const failure = z.looseObject({ message: z.string(), code: z.string(), status: z.number().int().optional() });
export type Failure = z.infer<typeof failure>;

export const FAILURE_CODES = [
  'AUTH',
  'RATE_LIMIT',
  'SERVER',
  'TIMEOUT',
  'TRANSPORT',
  'EMPTY_RESPONSE',
  'INVALID_REQUEST',
  'INCOMPLETE_STREAM',
  'UNKNOWN',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The end of one model call. A finish of kind `error` is an ordinary end: it carries its failure. */
export const finishReason = z.looseObject({
  /** `stop`, `tool-calls`, `max-tokens`, `refusal` or `error`; foreign logs may hold others. */
  kind: z.string(),
  failure: failure.optional(),
});
export type FinishReason = z.infer<typeof finishReason>;

export const usage = z.looseObject({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
});
export type Usage = z.infer<typeof usage>;

/** One streamed piece of a model's reply. `index` numbers the blocks of one reply from 0. */
export const streamChunk = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('block-start'), index: z.number().int(), blockType: z.enum(['text', 'reasoning', 'tool-call']) }),
  z.looseObject({ type: z.literal('text-delta'), index: z.number().int(), text: z.string() }),
  z.looseObject({ type: z.literal('reasoning-delta'), index: z.number().int(), text: z.string() }),
  z.looseObject({
    type: z.literal('tool-call-delta'),
    index: z.number().int(),
    id: z.string(),
    name: z.string(),
    argumentsDelta: z.string(),
  }),
  z.looseObject({ type: z.literal('block-end'), index: z.number().int(), block: contentBlock }),
  z.looseObject({ type: z.literal('usage'), usage }),
  z.looseObject({ type: z.literal('finish'), reason: finishReason }),
]);
export type StreamChunk = z.infer<typeof streamChunk>;
