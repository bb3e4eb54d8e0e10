import type { FailureCode } from '../../../schema/chunk.js';
import { ModelFailure } from '../failure.js';

/** Error types that Anthropic sends inside a stream. */
const STREAM_ERRORS: Readonly<Record<string, FailureCode>> = {
  overloaded_error: 'SERVER',
  api_error: 'SERVER',
  rate_limit_error: 'RATE_LIMIT',
  authentication_error: 'AUTH',
  permission_error: 'AUTH',
  invalid_request_error: 'INVALID_REQUEST',
};

/** What a provider package threw or sent as an `error` part, in the words of session logs. */
export function adapterFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { statusCode, isRetryable, type, message, name, data } = asFields(error);
  const said = message ?? 'the provider sent an error without a message';
  const cause = (error as { cause?: unknown } | null)?.cause;
  if (isTransport(error) || isTransport(cause)) return new ModelFailure('TRANSPORT', withCause(said, cause));
  if (typeof statusCode === 'number') {
    // Some endpoints answer 200 and send the error as the body: the status then says nothing.
    if (statusCode >= 400) return new ModelFailure(codeOfStatus(statusCode), `${said} (HTTP ${statusCode})`, statusCode);
    return new ModelFailure('INCOMPLETE_STREAM', said, statusCode);
  }
  if (typeof type === 'string' && STREAM_ERRORS[type]) return new ModelFailure(STREAM_ERRORS[type], said);
  if (isRetryable === true) return new ModelFailure('TRANSPORT', said);
  // A chunk that cannot be read is as good as lost: the stream is not whole.
  if (name === 'AI_JSONParseError') return new ModelFailure('INCOMPLETE_STREAM', 'the provider sent a chunk that is no JSON');
  // How the OpenAI-compatible package tells that the bytes ended before a finish reason came.
  const brokenOff = name === 'AI_InvalidResponseDataError' && data === undefined;
  return new ModelFailure(brokenOff ? 'INCOMPLETE_STREAM' : 'UNKNOWN', said);
}

/** Packages word what they were doing; what broke stands in the cause. */
function withCause(said: string, cause: unknown): string {
  const broke = cause instanceof Error ? cause.message : '';
  return broke === '' || said.includes(broke) ? said : `${said}: ${broke}`;
}

function codeOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 429) return 'RATE_LIMIT';
  if (status === 408 || status === 504) return 'TIMEOUT';
  return status >= 500 ? 'SERVER' : 'INVALID_REQUEST';
}

/** `fetch` throws a TypeError both where it cannot connect and where the socket breaks while a body is read. */
const isTransport = (error: unknown): boolean =>
  (error instanceof TypeError && /fetch failed|terminated|network/.test(error.message)) ||
  (error instanceof Error && /^(ECONN|ETIMEDOUT|EPIPE|UND_ERR)/.test((error as NodeJS.ErrnoException).code ?? ''));

function asFields(error: unknown): {
  statusCode?: unknown;
  isRetryable?: unknown;
  type?: unknown;
  name?: unknown;
  data?: unknown;
  message?: string;
} {
  if (typeof error === 'string') return { message: error };
  if (typeof error !== 'object' || error === null) return {};
  const { message } = error as { message?: unknown };
  return { ...error, ...(typeof message === 'string' && message !== '' ? { message } : {}) };
}
