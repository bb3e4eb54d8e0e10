import { diffLines } from './lines.js';

export interface Likened {
  kind: string;
  text: string;
}

/** Up to this many comparisons, records of a stretch are paired by likeness; beyond it by their kinds in order. */
const MOST_COMPARISONS = 2_500;
/** Characters of a record that likeness looks at. */
const LOOKED_AT = 4_000;

/**
 * Pairs (index of `old`, index of `fresh`) of records of one kind, both increasing, chosen so that the sum of their
 * likenesses is greatest.
 */
export function alignSimilar(old: readonly Likened[], fresh: readonly Likened[]): [number, number][] {
  if (old.length === 0 || fresh.length === 0) return [];
  if (old.length * fresh.length > MOST_COMPARISONS) return alignKinds(old, fresh);
  const width = fresh.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const gain = new Float64Array(old.length * fresh.length);
  const oldWords = old.map((record) => countWords(record.text));
  const freshWords = fresh.map((record) => countWords(record.text));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      // Being of one kind is worth more than any likeness; the small rest decides among several of it.
      const worth = old[i]!.kind === fresh[j]!.kind ? 1 + likeness(oldWords[i]!, freshWords[j]!) : 0;
      gain[i * fresh.length + j] = worth;
      const paired = worth > 0 ? worth + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  return walk(best, gain, old.length, fresh.length);
}

function walk(best: Float64Array, gain: Float64Array, rows: number, columns: number): [number, number][] {
  const width = columns + 1;
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < rows && j < columns) {
    const here = best[i * width + j]!;
    const worth = gain[i * columns + j]!;
    if (worth > 0 && here === worth + best[(i + 1) * width + j + 1]!) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}

function alignKinds(old: readonly Likened[], fresh: readonly Likened[]): [number, number][] {
  const kindOf = (record: Likened): string => record.kind;
  return diffLines(old.map(kindOf), fresh.map(kindOf))
    .filter((op) => op.kind === 'equal')
    .flatMap((op) => Array.from({ length: op.count }, (_, step): [number, number] => [op.expected + step, op.actual + step]));
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.slice(0, LOOKED_AT).matchAll(/[\p{L}\p{N}_]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Share of words in common, from 0 to 1. */
function likeness(left: Map<string, number>, right: Map<string, number>): number {
  let common = 0;
  let total = 0;
  for (const [word, count] of left) {
    common += Math.min(count, right.get(word) ?? 0);
    total += count;
  }
  for (const count of right.values()) total += count;
  return total === 0 ? 1 : (2 * common) / total;
}
