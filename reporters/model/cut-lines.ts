import { diffLines } from '../../harness/diff/index.js';
import type { Line } from './types.js';

/** Characters shown before the first and behind the last difference of a line that is too long. */
const LEAD = 120;

/** Keeps the part of a line from shortly before `from` to shortly behind `to`, at most `limit` characters long. Surrogate pairs stay whole. */
export function cutLine(line: string, limit: number, from = 0, to = line.length): Line {
  if (line.length <= limit) return line;
  let start = Math.max(0, Math.min(from - LEAD, line.length - limit));
  if (isLowSurrogate(line, start)) start--;
  let end = Math.min(line.length, start + limit, to + LEAD);
  if (isLowSurrogate(line, end)) end--;
  return { text: line.slice(start, end), before: start, after: line.length - end };
}

/** Cuts the lines of two texts so that what differs stays in sight. */
export function cutLinePairs(expected: readonly string[], actual: readonly string[], limit: number): { expected: Line[]; actual: Line[] } {
  const old: Line[] = expected.map((line) => cutLine(line, limit));
  const fresh: Line[] = actual.map((line) => cutLine(line, limit));
  const ops = diffLines(expected, actual);
  for (const [at, removed] of ops.entries()) {
    const added = ops[at + 1];
    if (removed.kind !== 'removed' || added?.kind !== 'added') continue;
    for (let step = 0; step < Math.min(removed.count, added.count); step++) {
      const [i, j] = [removed.expected + step, added.actual + step];
      const [from, tail] = equalEnds(expected[i]!, actual[j]!);
      old[i] = cutLine(expected[i]!, limit, from, expected[i]!.length - tail);
      fresh[j] = cutLine(actual[j]!, limit, from, actual[j]!.length - tail);
    }
  }
  return { expected: old, actual: fresh };
}

export function lineText(line: Line): string {
  return typeof line === 'string' ? line : line.text;
}

/** Lengths of the equal start and of the equal end, which do not overlap. */
function equalEnds(left: string, right: string): [head: number, tail: number] {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left.charCodeAt(head) === right.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)) tail++;
  return [head, tail];
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
