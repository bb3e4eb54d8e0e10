import { expect, test } from '@playwright/test';
import { createTailRing } from '../../../harness/process/index.js';

test('keeps all of a short stream', () => {
  const ring = createTailRing(16);
  for (const text of ['one ', 'two']) ring.push(Buffer.from(text));
  expect(ring.text()).toBe('one two');
});

test('keeps the last bytes of a long one, in small and in large chunks', () => {
  for (const size of [1, 3, 7, 16, 100, 5000]) {
    const ring = createTailRing(16);
    const text = Array.from({ length: 1000 }, (_, index) => String(index)).join(' ');
    for (let start = 0; start < text.length; start += size) ring.push(Buffer.from(text.slice(start, start + size)));
    expect(ring.text(), `chunks of ${size}`).toBe(text.slice(-16));
    expect(ring.total).toBe(text.length);
  }
});

test('drops a character that the limit cuts', () => {
  const ring = createTailRing(4);
  ring.push(Buffer.from('北北'));
  expect(ring.text()).toBe('北');
});
