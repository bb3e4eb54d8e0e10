import { diffLines } from '../../harness/diff/index.js';
import type { Line } from '../model/types.js';
import { isPairedByLikeness } from './pairing.js';
import type { Fold, Unit } from './unit.js';

/** Equal lines kept around a changed one. */
export const LINE_CONTEXT = 3;
/** Rows of one unit at most: a longer change is dealt out in slices. */
const SLICE = 60;

interface LineBlock {
  /** Number of the first line on either side. */
  expected: number;
  actual: number;
  removed: Line[];
  added: Line[];
  /** The two sides are whole texts: what is equal in them is found first. */
  aligned?: boolean;
  key?: string;
  folds?: ReadonlyMap<string, Fold>;
  quiet?: boolean;
}

/** Units of a block of lines: equal ones (folded where many), and changes in slices of a screen at most. */
export function changeUnits(block: LineBlock, id?: string): Unit[] {
  if (!block.aligned || block.removed.length === 0 || block.added.length === 0) return slices(block, id);
  const keys = (lines: Line[]): string[] => lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const ops = diffLines(keys(block.removed), keys(block.added));
  return ops.flatMap((op, index) => {
    const old = block.expected + op.expected;
    const fresh = block.actual + op.actual;
    if (op.kind === 'equal')
      return equalLines(block, {
        old,
        new: fresh,
        lines: block.removed.slice(op.expected, op.expected + op.count),
        index,
        last: index === ops.length - 1,
      });
    const before = ops[index - 1];
    if (op.kind === 'added' && before?.kind === 'removed') return [];
    const added = op.kind === 'added' ? op : ops[index + 1]?.kind === 'added' ? ops[index + 1] : undefined;
    return slices({
      expected: old,
      actual: fresh,
      removed: op.kind === 'removed' ? block.removed.slice(op.expected, op.expected + op.count) : [],
      added: added ? block.added.slice(added.actual, added.actual + added.count) : [],
      ...(block.quiet && { quiet: true }),
    });
  });
}

interface EqualLines {
  old: number;
  new: number;
  lines: Line[];
  index: number;
  last: boolean;
}

function equalLines({ key, folds }: LineBlock, { old, new: fresh, lines, index, last }: EqualLines): Unit[] {
  const all = lines.map((line, step): Unit => ({ kind: 'equal', old: old + step, new: fresh + step, line, weight: 1 }));
  const foldKey = `${key}/${index}`;
  const opened = folds?.get(foldKey) ?? { head: 0, tail: 0 };
  const head = Math.min(all.length, (index === 0 ? 0 : LINE_CONTEXT) + opened.head);
  const tail = Math.min(all.length - head, (last ? 0 : LINE_CONTEXT) + opened.tail);
  const hidden = all.length - head - tail;
  // The braces around a small record say what it is: they are not worth a fold.
  if (hidden <= LINE_CONTEXT) return all;
  return [
    ...all.slice(0, head),
    { kind: 'fold', key: foldKey, noun: 'line', hidden, moreHead: true, moreTail: true, weight: 1.6 },
    ...all.slice(all.length - tail),
  ];
}

function slices({ expected, actual, removed, added, quiet }: LineBlock, id?: string): Unit[] {
  const rows = Math.max(removed.length, added.length);
  const step = isPairedByLikeness(removed, added) && rows <= 2 * SLICE ? Math.max(1, rows) : SLICE;
  const units: Unit[] = [];
  for (let at = 0; at < rows; at += step) {
    const [old, fresh] = [removed.slice(at, at + step), added.slice(at, at + step)];
    units.push({
      kind: 'change',
      old: expected + at,
      new: actual + at,
      removed: old,
      added: fresh,
      weight: Math.max(old.length, fresh.length),
      ...(id !== undefined && at === 0 && { id }),
      ...(quiet && { quiet }),
    });
  }
  return units;
}
