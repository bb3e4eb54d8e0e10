import { expect, test } from '@playwright/test';
import { splitLines } from '../../../harness/diff/index.js';

test('lines keep their ends, and a last line without one stays apart', () => {
  expect(splitLines('')).toEqual([]);
  expect(splitLines('a')).toEqual(['a']);
  expect(splitLines('a\n')).toEqual(['a\n']);
  expect(splitLines('a\r\n\nb')).toEqual(['a\r\n', '\n', 'b']);
});
