import { expect, test } from '@playwright/test';
import { isRetryable, ReplayedFailure } from '../../../harness/replay/index.js';
import { serveEntry } from '../../../harness/replay/served-entry.js';
import { FAILURE_CODES, type ReplayEntry } from '../../../harness/schema/index.js';
import { collect, delta, finish, reply } from './build.js';

const serve = (entry: ReplayEntry, signal = new AbortController().signal) => {
  const ends: unknown[] = [];
  return { ends, stream: serveEntry(entry, '/w', signal, (end) => ends.push(end)) };
};

test('serves every chunk, then ends', async () => {
  const { ends, stream } = serve({ kind: 'chunks', chunks: reply('at {{cwd}}') });
  expect(await collect(stream)).toEqual(reply('at /w'));
  expect(ends).toEqual([{ end: 'finished', released: 4, left: 0 }]);
});

test('counts a reply as finished where the reader stops at its last chunk', async () => {
  const { ends, stream } = serve({ kind: 'chunks', chunks: reply('x') });
  for await (const chunk of stream) if (chunk.type === 'finish') break;
  expect(ends).toEqual([{ end: 'finished', released: 4, left: 0 }]);
});

test('counts the chunks that a reader left', async () => {
  const { ends, stream } = serve({ kind: 'chunks', chunks: reply('x') });
  for await (const chunk of stream) if (chunk.type === 'text-delta') break;
  expect(ends).toEqual([{ end: 'abandoned', released: 2, left: 2 }]);
});

test('throws the recorded failure behind its prefix', async () => {
  const { ends, stream } = serve({ kind: 'throw', chunks: [delta('par')], message: 'overloaded', code: 'SERVER', status: 529 });
  const seen: unknown[] = [];
  const error = await (async () => {
    for await (const chunk of stream) seen.push(chunk);
  })().catch((thrown: unknown) => thrown);
  expect(seen).toEqual([delta('par')]);
  expect(error).toBeInstanceOf(ReplayedFailure);
  expect(error).toMatchObject({ message: 'overloaded', code: 'SERVER', status: 529, retryable: true });
  expect(ends).toEqual([{ end: 'thrown', released: 1, left: 0 }]);
});

test('knows which failures a second try may mend', () => {
  expect(FAILURE_CODES.filter(isRetryable)).toEqual([
    'RATE_LIMIT',
    'SERVER',
    'TIMEOUT',
    'TRANSPORT',
    'EMPTY_RESPONSE',
    'INCOMPLETE_STREAM',
  ]);
  expect(isRetryable('whatever')).toBe(false);
});

test('hangs behind its prefix until it is aborted, then throws the reason', async () => {
  const controller = new AbortController();
  const { ends, stream } = serve({ kind: 'hang', chunks: [delta('par')] }, controller.signal);
  expect((await stream.next()).value).toEqual(delta('par'));
  const next = stream.next();
  const settled = await Promise.race([
    next.then(() => 'settled'),
    new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('hanging')))),
  ]);
  expect(settled).toBe('hanging');
  controller.abort(new Error('cancelled by the client'));
  await expect(next).rejects.toThrow('cancelled by the client');
  expect(ends).toEqual([{ end: 'aborted', released: 1, left: 0 }]);
});

test('honours an abort between two chunks', async () => {
  const controller = new AbortController();
  const { ends, stream } = serve({ kind: 'chunks', chunks: [delta('a'), delta('b'), finish()] }, controller.signal);
  await stream.next();
  controller.abort(new Error('stop'));
  await expect(stream.next()).rejects.toThrow('stop');
  expect(ends).toEqual([{ end: 'aborted', released: 1, left: 2 }]);
});

for (const entry of [
  { kind: 'hang', chunks: [] },
  { kind: 'throw', chunks: [], message: 'm', code: 'AUTH' },
] as ReplayEntry[]) {
  test(`honours an abort that came before a ${entry.kind}`, async () => {
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    const { ends, stream } = serve(entry, controller.signal);
    await expect(stream.next()).rejects.toThrow('stop');
    expect(ends).toEqual([{ end: 'aborted', released: 0, left: 0 }]);
  });
}

test('turns the event loop once per chunk, so that a cancel on its way can land', async () => {
  const controller = new AbortController();
  const { stream } = serve({ kind: 'chunks', chunks: Array.from({ length: 50 }, () => delta('x')) }, controller.signal);
  setImmediate(() => setImmediate(() => controller.abort(new Error('landed'))));
  await expect(collect(stream)).rejects.toThrow('landed');
});

test('serves chunks as they are where no cwd is known', async () => {
  const stream = serveEntry({ kind: 'chunks', chunks: reply('{{cwd}}') }, undefined, new AbortController().signal, () => {});
  expect(await collect(stream)).toEqual(reply('{{cwd}}'));
});
