import { expect, test } from '@playwright/test';
import { adapterFailure } from '../../../../harness/agent/llm/adapters/failure.js';
import { failureOf, isFinal, ModelFailure } from '../../../../harness/agent/llm/failure.js';

test('tells what a thrown value says of itself', () => {
  expect(failureOf(Object.assign(new Error('m'), { code: 'AUTH', status: 401 }))).toEqual({ message: 'm', code: 'AUTH', status: 401 });
  expect(failureOf(new Error('m'))).toEqual({ message: 'm', code: 'UNKNOWN' });
  expect(failureOf(Object.assign(new Error('m'), { code: 7, status: '401' }))).toEqual({ message: 'm', code: 'UNKNOWN' });
  expect(failureOf('text')).toEqual({ message: 'text', code: 'UNKNOWN' });
});

test('takes only an explicit false for final', () => {
  expect(
    [Object.assign(new Error('m'), { retryable: false }), new Error('m'), Object.assign(new Error('m'), { retryable: true }), 'x'].map(
      isFinal,
    ),
  ).toEqual([true, false, false, false]);
});

for (const [error, code] of [
  [{ statusCode: 401, message: 'm' }, 'AUTH'],
  [{ statusCode: 403, message: 'm' }, 'AUTH'],
  [{ statusCode: 429, message: 'm' }, 'RATE_LIMIT'],
  [{ statusCode: 408, message: 'm' }, 'TIMEOUT'],
  [{ statusCode: 529, message: 'm' }, 'SERVER'],
  [{ statusCode: 404, message: 'm' }, 'INVALID_REQUEST'],
  [{ statusCode: 200, message: 'm' }, 'INCOMPLETE_STREAM'],
  [{ type: 'rate_limit_error', message: 'm' }, 'RATE_LIMIT'],
  [{ type: 'overloaded_error', message: 'm' }, 'SERVER'],
  [{ type: 'never_heard_of', message: 'm' }, 'UNKNOWN'],
  [{ isRetryable: true, message: 'm' }, 'TRANSPORT'],
  [new TypeError('terminated'), 'TRANSPORT'],
  [new TypeError('x is not a function'), 'UNKNOWN'],
  [Object.assign(new Error('m'), { code: 'ECONNRESET' }), 'TRANSPORT'],
  [{ statusCode: 200, message: 'm', cause: new TypeError('terminated') }, 'TRANSPORT'],
  [{ name: 'AI_InvalidResponseDataError', message: 'm' }, 'INCOMPLETE_STREAM'],
  [{ name: 'AI_InvalidResponseDataError', message: 'm', data: {} }, 'UNKNOWN'],
  [{ name: 'AI_JSONParseError', message: 'm' }, 'INCOMPLETE_STREAM'],
  ['said as text', 'UNKNOWN'],
  [null, 'UNKNOWN'],
  [new ModelFailure('SERVER', 'm'), 'SERVER'],
] as const) {
  test(`calls ${error instanceof Error ? `${error.name} ${error.message}` : JSON.stringify(error)} ${code}`, () => {
    expect(adapterFailure(error).code).toBe(code);
  });
}

test('keeps the status and says it', () => {
  expect(adapterFailure({ statusCode: 500, message: 'broken' })).toMatchObject({ message: 'broken (HTTP 500)', status: 500 });
  expect(adapterFailure({}).message).toContain('without a message');
});

test('says what broke, where a package says only what it was doing', () => {
  const cause = new TypeError('terminated');
  expect(adapterFailure({ statusCode: 200, message: 'Failed to read', cause }).message).toBe('Failed to read: terminated');
  expect(adapterFailure({ statusCode: 200, message: 'it was terminated', cause }).message).toBe('it was terminated');
});
