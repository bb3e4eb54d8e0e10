import { expect, test } from '@playwright/test';
import { DIALECTS, type Dialect } from '../../../harness/schema/index.js';
import { decode, delta, streamed, whole } from './samples.js';

/** An error inside a stream, in each dialect's words. */
const STREAM_ERRORS: [Dialect, unknown, object][] = [
  ['openai-chat', { error: { message: 'slow', code: 429 } }, { message: 'slow', code: 'RATE_LIMIT', status: 429 }],
  ['openai-chat', { error: { message: 'm', type: 'server_error', code: null } }, { message: 'm', code: 'SERVER' }],
  ['openai-chat', { error: 'bad' }, { message: 'bad', code: 'UNKNOWN' }],
  ['openai-responses', { type: 'error', error: { code: 'insufficient_quota', message: 'q' } }, { message: 'q', code: 'RATE_LIMIT' }],
  ['openai-responses', { type: 'error', code: 'invalid_api_key', message: 'k' }, { message: 'k', code: 'AUTH' }],
  [
    'openai-responses',
    { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 's' } } },
    { message: 's', code: 'SERVER' },
  ],
  ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'o' } }, { message: 'o', code: 'SERVER' }],
  ['gemini', { error: { code: 504, message: 'd', status: 'DEADLINE_EXCEEDED' } }, { message: 'd', code: 'TIMEOUT', status: 504 }],
];

for (const [dialect, payload, failure] of STREAM_ERRORS) {
  test(`${dialect}: an error ends the stream, ${JSON.stringify(payload)}`, () => {
    const { chunks, end, finish } = decode(dialect, streamed([payload]));
    expect(chunks).toEqual([{ type: 'finish', reason: { kind: 'error', failure } }]);
    expect(end).toBe('complete');
    expect(finish).toBeTruthy();
  });
}

test('of two errors the first counts', () => {
  const failed = { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'second' } } };
  const decoded = decode('openai-responses', streamed([{ type: 'error', error: { message: 'first' } }, failed]));
  expect(decoded).toMatchObject({ finish: 'error', chunks: [{ reason: { failure: { message: 'first' } } }] });
  expect(decode('openai-responses', whole({ error: { message: 'm', code: 'x' } })).chunks).toMatchObject([
    { reason: { failure: { message: 'm' } } },
  ]);
});

for (const [status, body, failure] of [
  [401, { error: { message: 'who?' } }, { message: 'who?', code: 'AUTH', status: 401 }],
  [429, [{ error: { message: 'listed' } }], { message: 'listed', code: 'RATE_LIMIT', status: 429 }],
  [408, { message: 'bare' }, { message: 'bare', code: 'TIMEOUT', status: 408 }],
  [500, { error: 'text' }, { message: 'text', code: 'SERVER', status: 500 }],
  [404, '<html>', { message: 'the provider answered HTTP 404', code: 'INVALID_REQUEST', status: 404 }],
] as const) {
  test(`a status of ${status} is a failure in every dialect`, () => {
    for (const dialect of DIALECTS) {
      const decoded = decode(dialect, whole(body, status));
      expect(decoded).toMatchObject({ chunks: [{ reason: { kind: 'error', failure } }], end: 'complete', finish: String(status) });
      expect(decode(dialect, whole(body, status, 'reset')).end).toBe('reset');
    }
  });
}

test('a reply that broke off tells how, and has no finish', () => {
  for (const dialect of DIALECTS) {
    for (const [end, told, code] of [
      ['complete', 'incomplete', 'INCOMPLETE_STREAM'],
      ['incomplete', 'incomplete', 'INCOMPLETE_STREAM'],
      ['reset', 'reset', 'TRANSPORT'],
      ['unreachable', 'unreachable', 'TRANSPORT'],
    ] as const) {
      for (const reply of [streamed([], end), streamed(['no json', '7'], end), whole('', 200, end), whole('null', 200, end)]) {
        expect(decode(dialect, reply)).toEqual({
          chunks: [{ type: 'finish', reason: { kind: 'error', failure: { code, message: expect.any(String) } } }],
          reply: { text: '', calls: [] },
          end: told,
        });
      }
    }
    expect(decode(dialect, { status: 200, headers: {}, base64: 'AAAA', end: 'complete' }).end).toBe('incomplete');
  }
});

test('a client that leaves before the end leaves chunks without a finish, one that leaves after it loses nothing', () => {
  const left = decode('openai-chat', streamed([delta({ content: 'He' })], 'aborted'));
  expect(left).toEqual({
    chunks: [
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'text-delta', index: 0, text: 'He' },
    ],
    reply: { text: 'He', calls: [] },
    end: 'aborted',
  });
  expect(decode('openai-chat', streamed([delta({ content: 'He' }, 'stop'), '[DONE]'], 'aborted'))).toMatchObject({
    finish: 'stop',
    end: 'complete',
  });
});
