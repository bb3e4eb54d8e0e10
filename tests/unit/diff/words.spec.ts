import { expect, test } from '@playwright/test';
import { diffWords, type WordPart } from '../../../harness/diff/index.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

const side = (parts: WordPart[], other: WordPart['kind']): string =>
  parts
    .filter((part) => part.kind !== other)
    .map((part) => part.text)
    .join('');

for (const [name, expected, actual] of [
  ['an inserted word', 'Edit config.txt', 'Edit file config.txt'],
  ['nothing in common', 'abc', '123'],
  ['an empty side', '', 'new'],
  ['letters of other scripts', '北京 is big', '北海 is big'],
  ['an emoji', 'a 👍 b', 'a 👎 b'],
  ['neighbouring words', 'one two three four', 'one zwei drei four'],
] as const) {
  test(`${name}: both sides can be read back`, () => {
    for (const budget of [0, 20_000]) {
      const parts = diffWords(expected, actual, budget);
      expect(side(parts, 'added')).toBe(expected);
      expect(side(parts, 'removed')).toBe(actual);
    }
  });
}

test('an inserted word is the only change', () => {
  expect(diffWords('Edit config.txt', 'Edit file config.txt')).toEqual([
    { kind: 'equal', text: 'Edit ' },
    { kind: 'added', text: 'file ' },
    { kind: 'equal', text: 'config.txt' },
  ]);
});

test('equal texts hold no change', () => {
  expect(diffWords('same', 'same')).toEqual([{ kind: 'equal', text: 'same' }]);
  expect(diffWords('', '')).toEqual([]);
});

test('a space alone between two changed words reads as one change', () => {
  expect(diffWords('one two three four', 'one zwei drei four').map((part) => part.kind)).toEqual(['equal', 'removed', 'added', 'equal']);
});

test('beyond the budget the equal ends are told apart and the middle is one change', () => {
  const start = 'x '.repeat(500_000);
  const end = ' y'.repeat(500_000);
  expect(diffWords(`${start}old${end}`, `${start}new${end}`, 100)).toEqual([
    { kind: 'equal', text: start },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'equal', text: end },
  ]);
  expect(diffWords('a b c d', 'A b c D', 3)).toEqual([
    { kind: 'removed', text: 'a b c d' },
    { kind: 'added', text: 'A b c D' },
  ]);
});

test('a surrogate pair is never parted', () => {
  for (const part of diffWords('👍', '👎', 0)) expect(part.text).not.toMatch(LONE_SURROGATE);
  for (const part of diffWords('\u{1F44D}', '\u{1F84D}', 0)) expect(part.text).not.toMatch(LONE_SURROGATE);
});
