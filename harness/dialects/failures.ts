import type { Failure, FailureCode } from '../schema/index.js';

/** What an HTTP status of a provider means, in the words of session logs. */
export function codeOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 429) return 'RATE_LIMIT';
  if (status === 408 || status === 504) return 'TIMEOUT';
  return status >= 500 ? 'SERVER' : 'INVALID_REQUEST';
}

/** Words of the dialects for what went wrong, where no status tells it: error types, codes and Google's statuses. */
const CODES: Readonly<Record<string, FailureCode>> = {
  authentication_error: 'AUTH',
  permission_error: 'AUTH',
  invalid_api_key: 'AUTH',
  unauthenticated: 'AUTH',
  permission_denied: 'AUTH',
  rate_limit_error: 'RATE_LIMIT',
  rate_limit_exceeded: 'RATE_LIMIT',
  insufficient_quota: 'RATE_LIMIT',
  resource_exhausted: 'RATE_LIMIT',
  invalid_request_error: 'INVALID_REQUEST',
  invalid_argument: 'INVALID_REQUEST',
  not_found_error: 'INVALID_REQUEST',
  deadline_exceeded: 'TIMEOUT',
  timeout_error: 'TIMEOUT',
  overloaded_error: 'SERVER',
  api_error: 'SERVER',
  server_error: 'SERVER',
  internal: 'SERVER',
  unavailable: 'SERVER',
};

/** An error that came inside a stream; of the words the first known one counts. */
export function streamFailure(message: string, ...words: readonly unknown[]): Failure {
  const known = words.map((word) => (typeof word === 'string' ? CODES[word.toLowerCase()] : undefined)).find(Boolean);
  const status = words.find((word): word is number => typeof word === 'number' && word >= 400 && word < 600);
  return { message, code: known ?? (status === undefined ? 'UNKNOWN' : codeOfStatus(status)), ...(status !== undefined && { status }) };
}

/** Anthropic's and OpenAI's word for the kind of an error, from its status. */
export function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  if (status === 529) return 'overloaded_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

/** Google's word for it. */
export function googleStatus(status: number): string {
  const named: Readonly<Record<number, string>> = {
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    503: 'UNAVAILABLE',
    504: 'DEADLINE_EXCEEDED',
    529: 'UNAVAILABLE',
  };
  return named[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT');
}
