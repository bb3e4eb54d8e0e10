import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { diffLines, splitLines, type Op } from '../../../harness/diff/index.js';
import { patterns } from './patterns.js';
import { seeded } from './random.js';

const run = promisify(execFile);

/** Plays the steps and checks that each is right: this rebuilds `actual` or fails. */
function play(ops: Op[], expected: readonly string[], actual: readonly string[]): string[] {
  const built: string[] = [];
  let i = 0;
  for (const op of ops) {
    expect(op.expected).toBe(i);
    expect(op.actual).toBe(built.length);
    expect(op.count).toBeGreaterThan(0);
    if (op.kind === 'equal') expect(expected.slice(i, i + op.count)).toEqual(actual.slice(op.actual, op.actual + op.count));
    if (op.kind !== 'removed') built.push(...actual.slice(op.actual, op.actual + op.count));
    if (op.kind !== 'added') i += op.count;
  }
  expect(i).toBe(expected.length);
  return built;
}

function counts(ops: Op[]): { added: number; removed: number } {
  const sum = (kind: Op['kind']): number => ops.filter((op) => op.kind === kind).reduce((total, op) => total + op.count, 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** What git counts, with its default algorithm or the exact one. */
async function gitCounts(expected: string, actual: string, ...flags: string[]): Promise<{ added: number; removed: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'acp-diff-'));
  try {
    await Promise.all([writeFile(path.join(folder, 'a'), expected), writeFile(path.join(folder, 'b'), actual)]);
    const { stdout } = await run('git', ['diff', '--no-index', '--numstat', ...flags, 'a', 'b'], { cwd: folder }).catch(
      (error: { code?: number; stdout?: string }) => {
        if (error.code !== 1) throw error;
        return { stdout: error.stdout ?? '' };
      },
    );
    const [added, removed] = stdout.trim().split('\t');
    return { added: Number(added ?? 0), removed: Number(removed ?? 0) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

for (const size of [1, 2, 9, 300]) {
  for (const { name, expected, actual } of patterns(size)) {
    test(`${size} lines, ${name}: the steps rebuild the actual side`, () => {
      expect(play(diffLines(expected, actual), expected, actual)).toEqual(actual);
    });
  }
}

for (const { name, expected, actual } of patterns(400)) {
  test(`400 lines, ${name}: as many lines change as in git`, async () => {
    expect(counts(diffLines(expected, actual))).toEqual(await gitCounts(expected.join(''), actual.join(''), '--minimal'));
  });
}

for (const { name, expected, actual } of patterns(50_000)) {
  test(`50,000 lines, ${name}: the steps rebuild the actual side and change hardly more lines than git's default`, async () => {
    const ops = diffLines(expected, actual);
    expect(rebuild(ops, expected, actual)).toBe(true);
    const git = await gitCounts(expected.join(''), actual.join(''));
    const changed = counts(ops).added + counts(ops).removed;
    expect(changed).toBeLessThanOrEqual((git.added + git.removed) * 1.01);
  });
}

/** As `play`, without an assertion per step. */
function rebuild(ops: Op[], expected: readonly string[], actual: readonly string[]): boolean {
  let [i, j] = [0, 0];
  for (const op of ops) {
    if (op.expected !== i || op.actual !== j) return false;
    for (let step = 0; op.kind === 'equal' && step < op.count; step++) if (expected[i + step] !== actual[j + step]) return false;
    if (op.kind !== 'added') i += op.count;
    if (op.kind !== 'removed') j += op.count;
  }
  return i === expected.length && j === actual.length;
}

test('small random texts change as few lines as in git --minimal', async () => {
  const random = seeded(42);
  for (let round = 0; round < 40; round++) {
    const draw = (): string => `${'abcd'[Math.floor(random() * 4)]}\n`;
    const expected = Array.from({ length: Math.floor(random() * 25) }, draw);
    const actual = Array.from({ length: Math.floor(random() * 25) }, draw);
    const ops = diffLines(expected, actual);
    expect(play(ops, expected, actual)).toEqual(actual);
    expect(counts(ops), `${expected.join('')} → ${actual.join('')}`).toEqual(
      await gitCounts(expected.join(''), actual.join(''), '--minimal'),
    );
  }
});

for (const [name, expected, actual] of [
  ['a lost last newline', 'a\nb\n', 'a\nb'],
  ['a CRLF line end', 'a\nb\n', 'a\r\nb\n'],
  ['a trailing space', 'a\n', 'a \n'],
  ['an emptied file', 'a\n', ''],
] as const) {
  test(`${name} is a change, as in git`, async () => {
    const ops = diffLines(splitLines(expected), splitLines(actual));
    expect(counts(ops)).toEqual(await gitCounts(expected, actual));
    expect(counts(ops).removed).toBe(1);
  });
}

test('equal texts are one equal step, two empty ones none', () => {
  expect(diffLines(['a\n'], ['a\n'])).toEqual([{ kind: 'equal', expected: 0, actual: 0, count: 1 }]);
  expect(diffLines([], [])).toEqual([]);
});

test('a changed line is removed before its successor is added', () => {
  expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
    { kind: 'equal', expected: 0, actual: 0, count: 1 },
    { kind: 'removed', expected: 1, actual: 1, count: 1 },
    { kind: 'added', expected: 2, actual: 1, count: 1 },
    { kind: 'equal', expected: 2, actual: 2, count: 1 },
  ]);
});
