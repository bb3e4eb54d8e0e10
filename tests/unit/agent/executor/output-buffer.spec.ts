import { expect, test } from '@playwright/test';
import { OutputBuffer } from '../../../../harness/agent/executor/output-buffer.js';

function kept(limit: number, ...pieces: string[]): { text: string; cut: number } {
  const buffer = new OutputBuffer(limit);
  for (const piece of pieces) buffer.push(piece);
  return { text: buffer.text(), cut: buffer.cut };
}

test('keeps everything up to its limit', () => {
  expect(kept(4, 'ab', 'cd')).toEqual({ text: 'abcd', cut: 0 });
});

test('cuts the middle out beyond it, however the text came', () => {
  const cut = { text: 'ab\n[… 3 characters were cut out here …]\nfg', cut: 3 };
  expect(kept(4, 'abcdefg')).toEqual(cut);
  expect(kept(4, ...'abcdefg'.split(''))).toEqual(cut);
});

test('holds no more than a few times its limit', () => {
  const pieces = Array.from({ length: 1_000 }, (_, index) => String(index % 10));
  expect(kept(10, ...pieces)).toEqual({ text: '01234\n[… 990 characters were cut out here …]\n56789', cut: 990 });
  expect(kept(1, 'abc').text).toBe('a\n[… 2 characters were cut out here …]\n');
});
