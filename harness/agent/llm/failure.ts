import type { Failure } from '../../schema/chunk.js';

/** A failed model call, with all that the loop, the log and the client have to know of it. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly code: string,
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What anything thrown out of a stream tells: the code that a listener or adapter gave, else `UNKNOWN`. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), code: 'UNKNOWN' };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    message: error.message,
    code: typeof code === 'string' && code !== '' ? code : 'UNKNOWN',
    ...(typeof status === 'number' ? { status } : {}),
  };
}

/** Whether a listener said that its failure may not be tried again, whatever its code. */
export const isFinal = (error: unknown): boolean => error instanceof Error && (error as { retryable?: unknown }).retryable === false;
