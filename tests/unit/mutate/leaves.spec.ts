import { expect, test } from '@playwright/test';
import { fieldText, leavesOf, pathText, removeAt, replaceAt } from '../../../harness/mutate/leaves.js';

const value = { a: [1, {}, { b: 'x' }], c: [], d: null };

test('every scalar and every empty container is a leaf, once', () => {
  expect(leavesOf(value).map((leaf) => [pathText(leaf.path), leaf.value])).toEqual([
    ['a[0]', 1],
    ['a[1]', {}],
    ['a[2].b', 'x'],
    ['c', []],
    ['d', null],
  ]);
  expect(leavesOf('alone')).toEqual([{ path: [], value: 'alone' }]);
});

test('a field is named without its place', () => {
  expect(fieldText(['a', 2, 'b'])).toBe('a[*].b');
});

test('a value is replaced and removed at its path; the original stays', () => {
  const before = JSON.stringify(value);
  expect(replaceAt(value, ['a', 2, 'b'], 'y')).toEqual({ ...value, a: [1, {}, { b: 'y' }] });
  expect(replaceAt('text', [], 'other')).toBe('other');
  expect(removeAt(value, ['d'])).toEqual({ a: value.a, c: [] });
  expect(removeAt(value, ['a', 0])).toEqual({ ...value, a: [null, {}, { b: 'x' }] });
  expect(JSON.stringify(value)).toBe(before);
});
