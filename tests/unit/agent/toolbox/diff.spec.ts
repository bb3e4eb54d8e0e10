import { expect, test } from '@playwright/test';
import { fileDiff, lines } from '../../../../harness/agent/toolbox/diff.js';

test('takes a last newline for the end of a line', () => {
  expect([lines(''), lines('a'), lines('a\n'), lines('a\n\n')]).toEqual([[], ['a'], ['a'], ['a', '']]);
});

test('shows the changed lines with three around them', () => {
  const text = 'abcdefghij'.split('').join('\n');
  expect(fileDiff('f', text, text.replace('e', 'E'))).toEqual({
    path: 'f',
    oldText: 'b\nc\nd\ne\nf\ng\nh',
    newText: 'b\nc\nd\nE\nf\ng\nh',
  });
});

test('shows lines that were added at the end, removed, or all there is', () => {
  expect(fileDiff('f', 'a\n', 'a\nb\n')).toEqual({ path: 'f', oldText: 'a', newText: 'a\nb' });
  expect(fileDiff('f', 'a\na\na\n', 'a\n')).toEqual({ path: 'f', oldText: 'a\na\na', newText: 'a' });
  expect(fileDiff('f', undefined, 'new\n')).toEqual({ path: 'f', newText: 'new\n' });
  expect(fileDiff('f', 'a\n', '')).toEqual({ path: 'f', oldText: 'a', newText: '' });
});
