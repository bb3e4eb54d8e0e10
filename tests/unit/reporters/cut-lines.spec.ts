import { expect, test } from '@playwright/test';
import { cutLine, cutLinePairs } from '../../../reporters/model/cut-lines.js';

test('a short line stays whole', () => {
  expect(cutLine('short', 10)).toBe('short');
});

test('a long line keeps its start, or what surrounds a difference', () => {
  const line = 'a'.repeat(1_000);
  expect(cutLine(line, 300)).toEqual({ text: 'a'.repeat(300), before: 0, after: 700 });
  expect(cutLine(line, 300, 500, 510)).toEqual({ text: 'a'.repeat(250), before: 380, after: 370 });
  expect(cutLine(line, 300, 990)).toEqual({ text: 'a'.repeat(300), before: 700, after: 0 });
});

test('a surrogate pair is never parted', () => {
  const line = '👍'.repeat(500);
  for (const from of [300, 301]) {
    const cut = cutLine(line, 201, from) as { text: string; before: number; after: number };
    expect(cut.text).not.toMatch(/\p{Surrogate}/u);
    expect(cut.before + cut.text.length + cut.after).toBe(1_000);
  }
});

test('lines that stand on both sides are cut where they differ', () => {
  const line = (word: string) => `${'x'.repeat(5_000)}${word}${'y'.repeat(5_000)}`;
  const { expected, actual } = cutLinePairs(['same', line('old')], ['same', line('newer'), 'added'], 400);
  expect(expected).toEqual(['same', { text: `${'x'.repeat(120)}old${'y'.repeat(120)}`, before: 4_880, after: 4_880 }]);
  expect(actual).toEqual(['same', { text: `${'x'.repeat(120)}newer${'y'.repeat(120)}`, before: 4_880, after: 4_880 }, 'added']);
});
