import type { AsideRecords } from '../schema/index.js';
import type { Counts } from './counts.js';
import { valueAt } from './value-at.js';

/**
 * Puts the records that an agent writes beside its turns behind all others, kind by kind, each kind in its own order:
 * where they stand among the others is timing, what they say is not.
 *
 * @example
 * asideLast([{ type: 'title' }, { type: 'user' }], [{ where: { type: 'title' }, reason: 'a call of its own brings it' }], counts);
 * // [{ type: 'user' }, { type: 'title' }]
 */
export function asideLast(records: readonly unknown[], aside: readonly AsideRecords[], counts: Counts): readonly unknown[] {
  if (aside.length === 0) return records;
  const rest: unknown[] = [];
  const kinds = aside.map((): unknown[] => []);
  for (const record of records) (kinds[asideKind(record, aside)] ?? rest).push(record);
  for (const [at, { where, reason }] of aside.entries())
    counts.add(`place of ${Object.values(where).join(' ')}`, reason, kinds[at]!.length);
  return [...rest, ...kinds.flatMap((kind, at) => (aside[at]!.once ? distinct(kind) : kind))];
}

const distinct = (records: readonly unknown[]): unknown[] => [
  ...new Map(records.map((record) => [JSON.stringify(record), record])).values(),
];

/** Which of the kinds a record is of; -1 for one that has its place. */
export const asideKind = (record: unknown, aside: readonly AsideRecords[]): number => aside.findIndex(({ where }) => holds(record, where));

/** Whether all the fields named by their paths hold these values. */
function holds(record: unknown, where: AsideRecords['where']): boolean {
  return Object.entries(where).every(([path, wanted]) => valueAt(record, path.split('.')) === wanted);
}
