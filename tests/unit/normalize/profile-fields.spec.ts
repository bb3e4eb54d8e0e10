import { expect, test } from '@playwright/test';
import { createCounts, createFieldNormalizers } from '../../../harness/normalize/index.js';
import type { FieldNormalizer } from '../../../harness/schema/index.js';

const rule = (path: string, surface: FieldNormalizer['surface'] = 'transcript'): FieldNormalizer => ({
  name: path,
  reason: 'volatile',
  surface,
  path,
  token: '{{x}}',
});

function apply(rules: FieldNormalizer[], value: unknown): { value: unknown; counts: [string, number][] } {
  const counts = createCounts();
  createFieldNormalizers(rules, 'transcript', counts)(value);
  return { value, counts: counts.list().map(({ name, count }) => [name, count]) };
}

test('replaces the field a path names, with * for any key or index', () => {
  const value = { a: [{ ms: 1, keep: 2 }, { ms: 3 }], b: { c: 4, d: 5 } };
  expect(apply([rule('a.*.ms'), rule('$.b.*')], value)).toEqual({
    value: { a: [{ ms: '{{x}}', keep: 2 }, { ms: '{{x}}' }], b: { c: '{{x}}', d: '{{x}}' } },
    counts: [
      ['$.b.*', 2],
      ['a.*.ms', 2],
    ],
  });
});

test('reads indices in brackets', () => {
  expect(apply([rule('a[1].ms'), rule('b[*]')], { a: [{ ms: 1 }, { ms: 2 }], b: [1] }).value).toEqual({
    a: [{ ms: 1 }, { ms: '{{x}}' }],
    b: ['{{x}}'],
  });
});

test('leaves alone what is absent, no object, or of another surface', () => {
  expect(apply([rule('a.b'), rule('c', 'session-log'), rule('toString'), rule('')], { a: 'text', c: 1 })).toEqual({
    value: { a: 'text', c: 1 },
    counts: [],
  });
  expect(apply([rule('a.b')], { a: null }).value).toEqual({ a: null });
});

test('replaces only what a pattern matches inside strings, and counts each match', () => {
  const dates = { ...rule('prompt.*.text'), token: '{{date}}', pattern: String.raw`\d{4}-\d{2}-\d{2}` };
  const value = { prompt: [{ text: 'from 2026-11-30 to 2026-12-01' }, { text: 'no date' }, { text: 20_261_130 }] };
  expect(apply([dates], value)).toEqual({
    value: { prompt: [{ text: 'from {{date}} to {{date}}' }, { text: 'no date' }, { text: 20_261_130 }] },
    counts: [['prompt.*.text', 2]],
  });
});

test('numbers what a pattern matches, and takes an empty match for none', () => {
  const chunks = { ...rule('out'), token: '{{chunk}}', numbered: true as const, pattern: '(?<=Chunk ID: )[0-9a-f]{6}' };
  expect(apply([chunks], { out: 'Chunk ID: 0a1b2c, Chunk ID: ffffff, Chunk ID: 0a1b2c' }).value).toEqual({
    out: 'Chunk ID: {{chunk#1}}, Chunk ID: {{chunk#2}}, Chunk ID: {{chunk#1}}',
  });
  expect(apply([{ ...rule('out'), pattern: 'x*' }], { out: 'axxb' })).toEqual({ value: { out: 'a{{x}}b' }, counts: [['out', 1]] });
});
