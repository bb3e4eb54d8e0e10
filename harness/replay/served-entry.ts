import type { FailureCode, StreamChunk } from '../schema/chunk.js';
import type { Decision, ReplayEntry } from '../schema/replay.js';
import { bindCwd } from './bind-cwd.js';

type StreamEnd = Extract<Decision, { type: 'stream-end' }>;

/** Codes of failures that a second try may mend. An agent's live adapter and its replay must agree on them. */
const RETRYABLE: ReadonlySet<string> = new Set<FailureCode>([
  'RATE_LIMIT',
  'SERVER',
  'TIMEOUT',
  'TRANSPORT',
  'EMPTY_RESPONSE',
  'INCOMPLETE_STREAM',
]);

/** Whether a model call that failed with this code may be tried again. */
export function isRetryable(code: string): boolean {
  return RETRYABLE.has(code);
}

/** What a `throw` entry throws: the failure as the live provider's adapter would have thrown it. */
export class ReplayedFailure extends Error {
  override readonly name = 'ReplayedFailure';
  readonly retryable: boolean;

  constructor(
    message: string,
    readonly code: string,
    readonly status?: number,
  ) {
    super(message);
    this.retryable = isRetryable(code);
  }
}

/**
 * Streams one entry: its chunks with `{{cwd}}` bound, then what its kind says. Abort is honoured before every chunk,
 * and the event loop turns once per chunk, so that a cancel that is on its way can land; then the abort's reason is thrown.
 *
 * @param onEnd told once how the stream ended, also where the reader walked away.
 */
export async function* serveEntry(
  entry: ReplayEntry,
  cwd: string | undefined,
  signal: AbortSignal,
  onEnd: (end: Omit<StreamEnd, 'type' | 'call'>) => void,
): AsyncGenerator<StreamChunk, void, undefined> {
  const chunks = cwd === undefined ? entry.chunks : bindCwd(entry.chunks, cwd);
  let released = 0;
  let end: StreamEnd['end'] = 'abandoned';
  try {
    for (const chunk of chunks) {
      await eventLoopTurn();
      throwIfAborted(signal);
      released++;
      yield chunk;
    }
    if (entry.kind === 'throw') {
      throwIfAborted(signal);
      end = 'thrown';
      throw new ReplayedFailure(entry.message, entry.code, entry.status);
    }
    if (entry.kind === 'hang') {
      await aborted(signal);
      throwIfAborted(signal);
    }
  } catch (error) {
    if (end !== 'thrown') end = 'aborted';
    throw error;
  } finally {
    const wholeReply = entry.kind === 'chunks' && released === chunks.length;
    onEnd({ end: wholeReply ? 'finished' : end, released, left: chunks.length - released });
  }
}

function throwIfAborted(signal: AbortSignal): void {
  signal.throwIfAborted();
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
