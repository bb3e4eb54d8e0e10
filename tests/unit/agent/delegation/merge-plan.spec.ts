import { expect, test } from '@playwright/test';
import { planMerge } from '../../../../harness/agent/delegation/merge-plan.js';

const tree = (files: Record<string, string>) => new Map(Object.entries(files));
const plan = (base: Record<string, string>, theirs: Record<string, string>, ours: Record<string, string>) =>
  planMerge({ base: tree(base), theirs: tree(theirs), ours: tree(ours) });

test('takes over what only the sub-agent changed, added or removed', () => {
  expect(plan({ a: '1', b: '1', c: '1' }, { a: '2', c: '1', d: '1' }, { a: '1', b: '1', c: '5' })).toEqual({
    changes: [
      { path: 'a', before: '1', after: '2' },
      { path: 'b', before: '1', after: null },
      { path: 'd', before: null, after: '1' },
    ],
    conflicts: [],
  });
});

test('what both did in the same way is done', () => {
  expect(plan({ a: '1', b: '1' }, { a: '2', c: '3' }, { a: '2', c: '3' })).toEqual({ changes: [], conflicts: [] });
});

test('what both did each in its own way is a conflict: change, addition, removal', () => {
  expect(plan({ a: '1', b: '1', c: '1' }, { a: '2', c: '2', d: '1' }, { a: '3', b: '2', d: '2' })).toEqual({
    changes: [],
    conflicts: ['a', 'b', 'c', 'd'],
  });
});

test('a file where the parent has a folder by now is a conflict, and one below its file', () => {
  expect(plan({}, { x: '1', 'y/z/deep': '1' }, { 'x/inner': '1', y: '1' })).toEqual({ changes: [], conflicts: ['x', 'y/z/deep'] });
});
