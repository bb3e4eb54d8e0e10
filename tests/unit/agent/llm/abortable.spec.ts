import { expect, test } from '@playwright/test';
import { abortable, delay } from '../../../../harness/agent/llm/abortable.js';

test('passes items on and ends with the stream', async () => {
  const items: number[] = [];
  for await (const item of abortable(
    (async function* () {
      yield 1;
      yield 2;
    })(),
    new AbortController().signal,
  ))
    items.push(item);
  expect(items).toEqual([1, 2]);
});

test('throws the reason at once where the stream hangs, and asks it to return', async () => {
  const abort = new AbortController();
  let returned = false;
  const hanging: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: () => ((returned = true), new Promise(() => undefined)),
    }),
  };
  const reading = (async () => {
    for await (const _ of abortable(hanging, abort.signal));
  })();
  abort.abort(new Error('stop'));
  await expect(reading).rejects.toThrow('stop');
  expect(returned).toBe(true);
});

test('throws the reason of a signal that was aborted before', async () => {
  const reading = (async () => {
    for await (const _ of abortable(
      (async function* () {
        yield 1;
      })(),
      AbortSignal.abort(new Error('stop')),
    ));
  })();
  await expect(reading).rejects.toThrow('stop');
});

test('passes a failure of the stream on', async () => {
  const reading = (async () => {
    for await (const _ of abortable(
      (async function* () {
        yield 1;
        throw new Error('broken');
      })(),
      new AbortController().signal,
    ));
  })();
  await expect(reading).rejects.toThrow('broken');
});

test('a delay ends by itself, by its signal, and not at all before', async () => {
  await delay(0, new AbortController().signal);
  const abort = new AbortController();
  const waiting = delay(600_000, abort.signal);
  abort.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  await expect(delay(600_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});
