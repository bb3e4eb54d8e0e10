import { expect, test } from '@playwright/test';
import { diffFields, leafDistance } from '../../../harness/diff/fields.js';

test('finds nothing between equal values, whatever their key order', () => {
  expect(diffFields({ a: 1, b: { c: [1, { d: null }] } }, { b: { c: [1, { d: null }] }, a: 1 })).toEqual([]);
});

test('names a changed leaf by its path', () => {
  expect(diffFields({ messages: [{ content: 'a' }] }, { messages: [{ content: 'b' }] })).toEqual([
    { path: '$.messages[0].content', expected: 'a', actual: 'b' },
  ]);
});

test('tells added and removed fields apart from changed ones', () => {
  expect(diffFields({ a: 1, gone: { x: 1, y: 2 } }, { a: 1, come: [] })).toEqual([
    { path: '$.gone', expected: { x: 1, y: 2 } },
    { path: '$.come', actual: [] },
  ]);
});

test('tells null, absent and kinds of values apart', () => {
  expect(diffFields({ a: null }, {})).toEqual([{ path: '$.a', expected: null }]);
  expect(diffFields({ a: null }, { a: 0 })).toEqual([{ path: '$.a', expected: null, actual: 0 }]);
  expect(diffFields({ a: [] }, { a: {} })).toEqual([{ path: '$.a', expected: [], actual: {} }]);
  expect(diffFields('1', 1)).toEqual([{ path: '$', expected: '1', actual: 1 }]);
  expect(diffFields(undefined, 1)).toEqual([{ path: '$', actual: 1 }]);
});

test('quotes names that are no identifiers', () => {
  expect(diffFields({ 'a-b': { 'c.d': 1 } }, { 'a-b': { 'c.d': 2 } })[0]!.path).toBe('$["a-b"]["c.d"]');
});

test('does not take inherited names for fields', () => {
  expect(diffFields({ toString: 1 }, {})).toEqual([{ path: '$.toString', expected: 1 }]);
  expect(diffFields({}, { constructor: 1 })).toEqual([{ path: '$.constructor', actual: 1 }]);
  expect(diffFields([{}, 1], [{ a: 1 }, { toString: 2 }, 1])).not.toEqual([]);
});

test('reads one inserted or removed element as one difference', () => {
  expect(diffFields([1, 2, 3], [1, { a: 1 }, 2, 3])).toEqual([{ path: '$[1]', actual: { a: 1 } }]);
  expect(diffFields([{ a: [1] }, 2, { b: 1 }], [{ a: [1] }, { b: 1 }])).toEqual([{ path: '$[1]', expected: 2 }]);
  expect(diffFields([], [1])).toEqual([{ path: '$[0]', actual: 1 }]);
  expect(diffFields([1, 2], [9, 8, 2])).toEqual([
    { path: '$[0]', expected: 1, actual: 9 },
    { path: '$[1]', actual: 8 },
  ]);
});

test('compares nested elements when it sets equal ends aside', () => {
  expect(diffFields([[1, 2], 5], [[1, 2], { a: [1] }, 5])).toEqual([{ path: '$[1]', actual: { a: [1] } }]);
  expect(diffFields([[1], 5], [[1, 2], 4, 5])).toEqual([
    { path: '$[0][1]', actual: 2 },
    { path: '$[1]', actual: 4 },
  ]);
  expect(diffFields([{ a: 1 }], [{ b: 1 }, 2])).toEqual([
    { path: '$[0].a', expected: 1 },
    { path: '$[0].b', actual: 1 },
    { path: '$[1]', actual: 2 },
  ]);
});

test('measures distance in leaves, not in characters', () => {
  expect(leafDistance({ id: 'x'.repeat(100), text: 'a' }, { id: 'y'.repeat(100), text: 'a' })).toBe(1);
  expect(leafDistance({ a: 1 }, { a: 1 })).toBe(0);
  expect(leafDistance({}, { sub: { a: 1, b: [2, 3] } })).toBe(3);
  expect(leafDistance({ a: [1, 2] }, { a: {} })).toBe(2);
  expect(leafDistance({ a: [] }, {})).toBe(1);
});
