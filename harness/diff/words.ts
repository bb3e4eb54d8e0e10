import { diffLines } from './lines.js';

/** A piece of a text: it stands on both sides, or on one. */
export interface WordPart {
  kind: 'equal' | 'removed' | 'added';
  text: string;
}

/** Characters of both sides together up to which single words are compared. */
const DEFAULT_BUDGET = 20_000;

/**
 * Compares two texts word by word. Beyond the budget only the equal start and end are told apart and the middle counts
 * as changed as a whole, so that a line of two megabytes costs one pass.
 *
 * @param budget characters of both sides together, equal start and end not counted.
 * @example
 * diffWords('Edit config.txt', 'Edit file config.txt');
 * // [{ kind: 'equal', text: 'Edit ' }, { kind: 'added', text: 'file ' }, { kind: 'equal', text: 'config.txt' }]
 */
export function diffWords(expected: string, actual: string, budget = DEFAULT_BUDGET): WordPart[] {
  if (expected === actual) return expected === '' ? [] : [{ kind: 'equal', text: expected }];
  const [head, tail] = expected.length + actual.length <= budget ? [0, 0] : equalEnds(expected, actual);
  const oldMiddle = expected.slice(head, expected.length - tail);
  const newMiddle = actual.slice(head, actual.length - tail);
  const parts: WordPart[] = [{ kind: 'equal', text: expected.slice(0, head) }];
  if (oldMiddle.length + newMiddle.length > budget) parts.push({ kind: 'removed', text: oldMiddle }, { kind: 'added', text: newMiddle });
  else parts.push(...compareWords(words(oldMiddle), words(newMiddle)));
  parts.push({ kind: 'equal', text: expected.slice(expected.length - tail) });
  return joined(parts.filter((part) => part.text !== ''));
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function compareWords(expected: string[], actual: string[]): WordPart[] {
  return diffLines(expected, actual).map(({ kind, expected: from, actual: at, count }) => ({
    kind,
    text: (kind === 'added' ? actual.slice(at, at + count) : expected.slice(from, from + count)).join(''),
  }));
}

/** Lengths of the equal start and end, which never overlap and never part a surrogate pair. */
function equalEnds(expected: string, actual: string): [head: number, tail: number] {
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && expected.charCodeAt(head) === actual.charCodeAt(head)) head++;
  if (isHighSurrogate(expected, head - 1)) head--;
  let tail = 0;
  while (tail < shorter - head && expected.charCodeAt(expected.length - 1 - tail) === actual.charCodeAt(actual.length - 1 - tail)) tail++;
  if (isHighSurrogate(expected, expected.length - tail - 1) && tail > 0) tail--;
  return [head, tail];
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

/** A space alone between two changes reads as part of the change. */
function joined(parts: WordPart[]): WordPart[] {
  const result: WordPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    removed = added = '';
  };
  for (const [index, part] of parts.entries()) {
    const between =
      part.kind === 'equal' &&
      /^\s+$/.test(part.text) &&
      removed !== '' &&
      added !== '' &&
      parts[index + 1]?.kind === 'removed' &&
      parts[index + 2]?.kind === 'added';
    if (part.kind !== 'added' && (between || part.kind === 'removed')) removed += part.text;
    if (part.kind !== 'removed' && (between || part.kind === 'added')) added += part.text;
    if (part.kind === 'equal' && !between) {
      flush();
      result.push(part);
    }
  }
  flush();
  return result;
}
