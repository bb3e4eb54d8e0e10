import { diffLines } from './lines.js';
import { alignSimilar } from './similar.js';

/** Two records side by side, or one alone. Indices count from 0. */
export type RecordPair =
  | { kind: 'equal'; expected: number; actual: number }
  | { kind: 'changed'; expected: number; actual: number }
  | { kind: 'removed'; expected: number; actual?: undefined }
  | { kind: 'added'; expected?: undefined; actual: number };

export interface RecordOptions<T> {
  /** The text that is compared; equal texts are equal records. */
  text: (record: T) => string;
  /** What a record is, e.g. its method and the id it is about: only records that are the same thing are compared field by field. */
  kind: (record: T) => string;
}

/**
 * Aligns two sequences of records: equal texts first, then, inside each changed stretch, records of one kind by
 * likeness, so that an inserted record does not shift the pairs behind it.
 *
 * @returns every record of both sides once, in reading order.
 * @example
 * diffRecords(['a1', 'b1'], ['a2', 'b1'], { text: (record) => record, kind: (record) => record[0]! });
 * // [{ kind: 'changed', expected: 0, actual: 0 }, { kind: 'equal', expected: 1, actual: 1 }]
 */
export function diffRecords<T>(expected: readonly T[], actual: readonly T[], { text, kind }: RecordOptions<T>): RecordPair[] {
  const oldTexts = expected.map(text);
  const newTexts = actual.map(text);
  const pairs: RecordPair[] = [];
  const stretch = { old: [] as number[], new: [] as number[] };
  const flush = (): void => {
    pairs.push(
      ...alignStretch(
        stretch.old,
        stretch.new,
        { old: oldTexts, new: newTexts },
        { old: (index) => kind(expected[index]!), new: (index) => kind(actual[index]!) },
      ),
    );
    stretch.old = [];
    stretch.new = [];
  };
  for (const op of diffLines(oldTexts, newTexts)) {
    if (op.kind === 'equal') flush();
    for (let step = 0; step < op.count; step++) {
      if (op.kind === 'equal') pairs.push({ kind: 'equal', expected: op.expected + step, actual: op.actual + step });
      else if (op.kind === 'removed') stretch.old.push(op.expected + step);
      else stretch.new.push(op.actual + step);
    }
  }
  flush();
  return pairs;
}

interface Sides<V> {
  old: V;
  new: V;
}

function alignStretch(old: number[], fresh: number[], texts: Sides<string[]>, kinds: Sides<(index: number) => string>): RecordPair[] {
  const matches = alignSimilar(
    old.map((index) => ({ kind: kinds.old(index), text: texts.old[index]! })),
    fresh.map((index) => ({ kind: kinds.new(index), text: texts.new[index]! })),
  );
  const pairs: RecordPair[] = [];
  let i = 0;
  let j = 0;
  for (const [matchOld, matchNew] of [...matches, [old.length, fresh.length] as const]) {
    while (i < matchOld) pairs.push({ kind: 'removed', expected: old[i++]! });
    while (j < matchNew) pairs.push({ kind: 'added', actual: fresh[j++]! });
    if (i < old.length && j < fresh.length) pairs.push({ kind: 'changed', expected: old[i++]!, actual: fresh[j++]! });
  }
  return pairs;
}
