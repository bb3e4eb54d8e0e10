import type { Change, ChangeKind } from '../schema/index.js';

const MOST_KEPT = 200;
const LONGEST_VALUE = 2_000;
/** Characters shown before the first difference of two long values. */
const LEAD = 200;

export interface ChangeDraft extends Omit<Change, 'expected' | 'actual'> {
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Keeps the first 200 changes and counts them all. */
export class ChangeList {
  readonly kept: Change[] = [];
  readonly counts: Partial<Record<ChangeKind, number>> = {};

  add({ expected, actual, ...draft }: ChangeDraft): void {
    this.counts[draft.kind] = (this.counts[draft.kind] ?? 0) + 1;
    // Values can be megabytes: they are written out only where they are kept.
    if (this.kept.length < MOST_KEPT) this.kept.push({ ...draft, ...shorten(expected, actual) });
  }

  get isEmpty(): boolean {
    return Object.keys(this.counts).length === 0;
  }

  /** Adds the changes of another list, in its order. */
  addAll({ kept, counts }: Pick<ChangeList, 'kept' | 'counts'>): void {
    for (const change of kept) if (this.kept.length < MOST_KEPT) this.kept.push(change);
    for (const [kind, count] of Object.entries(counts)) this.counts[kind as ChangeKind] = (this.counts[kind as ChangeKind] ?? 0) + count;
  }
}

/** JSON texts cut at 2,000 characters, around the first difference where they are longer. */
function shorten(expected: unknown, actual: unknown): Pick<Change, 'expected' | 'actual'> {
  const [left, right] = [expected, actual].map((value) => (value === undefined ? undefined : JSON.stringify(value)));
  const start = left !== undefined && right !== undefined ? windowStart(left, right) : 0;
  return { ...(left !== undefined && { expected: cut(left, start) }), ...(right !== undefined && { actual: cut(right, start) }) };
}

function windowStart(left: string, right: string): number {
  if (Math.max(left.length, right.length) <= LONGEST_VALUE) return 0;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return Math.max(0, at - LEAD);
}

function cut(text: string, start: number): string {
  const head = start > 0 ? '…' : '';
  return text.length - start <= LONGEST_VALUE ? head + text.slice(start) : `${head}${text.slice(start, start + LONGEST_VALUE - 2)}…`;
}
