import type { StreamChunk } from '../../schema/chunk.js';
import type { ModelRequest } from '../../schema/model-request.js';

/** One model call, as it passes the `llm/stream` chain. */
export interface ModelCall {
  sessionId: string;
  request: ModelRequest;
  /** Aborts at once, also between two chunks. */
  signal: AbortSignal;
}

export type Stream = (call: ModelCall) => AsyncIterable<StreamChunk>;

/** A listener of the chain: it may watch the call, change the stream, or serve it instead of what stands behind it. */
export type StreamListener = (call: ModelCall, next: Stream) => AsyncIterable<StreamChunk>;

/** Listeners in order, the first one outermost, and what serves a call that none of them took. */
export const composeChain = (listeners: readonly StreamListener[], last: Stream): Stream =>
  listeners.reduceRight<Stream>((next, listener) => (call) => listener(call, next), last);
