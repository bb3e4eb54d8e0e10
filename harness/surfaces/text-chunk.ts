import type { TranscriptRecord } from '../schema/index.js';

export type ChunkRun = Extract<TranscriptRecord, { chunks: string }>;

const CHUNKS: ReadonlySet<string> = new Set(['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk']);

/** A streamed piece of text and nothing else: what may be joined with its neighbours without losing a field. */
export interface TextChunk {
  readonly kind: string;
  readonly session: string;
  readonly messageId?: string;
  readonly text: string;
}

type Json = Record<string, unknown>;

const hasOnly = (value: unknown, keys: readonly string[]): value is Json =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => keys.includes(key));

/** Reads a frame as a plain text chunk; undefined where it is another update or carries more, e.g. annotations or `_meta`. */
export function readTextChunk(frame: Readonly<Json>): TextChunk | undefined {
  if (frame['method'] !== 'session/update' || !hasOnly(frame, ['jsonrpc', 'method', 'params'])) return undefined;
  const params = frame['params'];
  if (!hasOnly(params, ['sessionId', 'update']) || typeof params['sessionId'] !== 'string') return undefined;
  const update = params['update'];
  if (!hasOnly(update, ['sessionUpdate', 'content', 'messageId']) || !CHUNKS.has(update['sessionUpdate'] as string)) return undefined;
  const { content, messageId } = update;
  if (!hasOnly(content, ['type', 'text']) || content['type'] !== 'text' || typeof content['text'] !== 'string') return undefined;
  if (messageId !== undefined && typeof messageId !== 'string') return undefined;
  return {
    kind: update['sessionUpdate'] as string,
    session: params['sessionId'],
    ...(messageId !== undefined && { messageId }),
    text: content['text'],
  };
}

/** A chunk belongs to a run of its kind, session and message. */
export function continues(first: TextChunk, chunk: TextChunk): boolean {
  return first.kind === chunk.kind && first.session === chunk.session && first.messageId === chunk.messageId;
}

export function startRun({ kind, session, messageId, text }: TextChunk, place: { readonly segment?: string } = {}): ChunkRun {
  return { from: 'agent', ...place, chunks: kind, session, ...(messageId !== undefined && { messageId }), pieces: [text] };
}
