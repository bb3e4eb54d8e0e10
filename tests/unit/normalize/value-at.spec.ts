import { expect, test } from '@playwright/test';
import { valueAt } from '../../../harness/normalize/index.js';

const value = { a: [1, {}, { b: 'x' }], c: [], d: null };

test('a value is read at its path, through objects and arrays', () => {
  expect(valueAt(value, ['a', 2, 'b'])).toBe('x');
  expect(valueAt(value, ['a', '2', 'b'])).toBe('x');
  expect(valueAt(value, [])).toBe(value);
});

test('where nothing stands there is none, and what a value inherits is nothing of its own', () => {
  expect(valueAt(value, ['a', 9, 'b'])).toBeUndefined();
  expect(valueAt(value, ['d', 'b'])).toBeUndefined();
  expect(valueAt('text', ['a'])).toBeUndefined();
  expect(valueAt(value, ['toString'])).toBeUndefined();
});
