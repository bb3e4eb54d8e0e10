import { expect, test } from '@playwright/test';
import { OutputRing } from '../../../../harness/agent/processes/output-ring.js';

test('tells what came since the last look', () => {
  const ring = new OutputRing(10);
  expect(ring.take()).toBe('');
  ring.push(Buffer.from('one'));
  ring.push(Buffer.from('two'));
  expect(ring.take()).toBe('onetwo');
  expect(ring.take()).toBe('');
});

test('keeps the latest, and says how much it did not keep', () => {
  const ring = new OutputRing(4);
  for (const letter of 'abcdefghijk') ring.push(Buffer.from(letter));
  expect(ring.take()).toBe('[… 7 characters before this were not kept …]\nhijk');
  ring.push(Buffer.from('lmno'));
  expect(ring.take()).toBe('lmno');
});

test('puts a character together that came in two pieces', () => {
  const ring = new OutputRing(4);
  const bytes = Buffer.from('北');
  ring.push(bytes.subarray(0, 1));
  expect(ring.take()).toBe('');
  ring.push(bytes.subarray(1));
  expect(ring.take()).toBe('北');
});
