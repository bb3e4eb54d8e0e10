import type { Change } from '../../harness/schema/index.js';
import type { FileModel, Line, PairSegment, RecordText, SurfaceModel } from '../model/types.js';
import { prettyLines } from '../model/pretty.js';
import { cutLine } from '../model/cut-lines.js';
import { changeUnits, LINE_CONTEXT } from './line-units.js';
import type { Fold, Unit } from './unit.js';

export type View = 'split' | 'unified' | 'fields' | 'raw';

export interface UnitOptions {
  /** `raw` shows records as their lines in the file, every other view prints them. */
  raw: boolean;
  /** How far each fold was opened, by its key. */
  folds: ReadonlyMap<string, Fold>;
}

/** Equal runs up to this long open at once; longer ones by as many at a time. */
export const FOLD_STEP = 50;

/** The flat list of what a surface shows, top to bottom: files, records, changed and equal lines, folds. */
export function surfaceUnits(surface: SurfaceModel, options: UnitOptions): Unit[] {
  const several = surface.files.length > 1;
  return surface.files.flatMap((file) => [
    ...(several || file.kind !== 'records' ? [{ kind: 'file', file, weight: 1.6 } satisfies Unit] : []),
    ...(file.picture ? [{ kind: 'picture', id: `${file.name}:1`, file, weight: 14 } satisfies Unit] : []),
    ...fileUnits(
      file,
      surface.changes.filter((change) => change.file === file.name),
      options,
    ),
    ...(file.cut === undefined ? [] : [{ kind: 'note', text: file.cut, weight: 1.6 } satisfies Unit]),
  ]);
}

function fileUnits(file: FileModel, changes: Change[], options: UnitOptions): Unit[] {
  if (file.kind === 'binary' && file.picture) return [];
  if (file.kind === 'binary') return [{ kind: 'note', text: 'Not a text: its bytes are compared, not shown.', weight: 1.6 }];
  if (file.kind === 'text') {
    return file.segments.flatMap((segment, index) => {
      if (segment.kind === 'lines')
        return changeUnits(segment, `${file.name}:${segment.added.length > 0 ? segment.actual : `e${segment.expected}`}`);
      const at = (offset: number): Unit[] => [
        { kind: 'equal', old: segment.expected + offset, new: segment.actual + offset, line: itemAt(segment, offset)!, weight: 1 },
      ];
      return foldUnits(
        { ...segment, key: `${file.name}/${index}`, noun: 'line', context: edges(index, file.segments.length) },
        at,
        options,
      );
    });
  }
  const changesOf = changeFinder(changes);
  return file.segments.flatMap((segment, index) => {
    if (segment.kind === 'pair') return recordUnits(file.name, segment, changesOf, options);
    const at = (offset: number): Unit[] =>
      equalRecord(file.name, segment.expected + offset, segment.actual + offset, itemAt(segment, offset)!, options);
    return foldUnits({ ...segment, key: `${file.name}/${index}`, noun: 'record', context: [0, 0] }, at, options);
  });
}

/** Lines of context stand behind the change above and before the change below. */
function edges(index: number, count: number): [head: number, tail: number] {
  return [index === 0 ? 0 : LINE_CONTEXT, index === count - 1 ? 0 : LINE_CONTEXT];
}

interface FoldSource {
  key: string;
  count: number;
  items: unknown[];
  omittedAt?: number;
  noun: 'record' | 'line';
  context: [head: number, tail: number];
}

/** An equal run: what is open of it at its head and tail, and a fold for the rest. */
function foldUnits(run: FoldSource, at: (offset: number) => Unit[], { folds }: UnitOptions): Unit[] {
  const opened = folds.get(run.key) ?? { head: 0, tail: 0 };
  const kept =
    run.omittedAt === undefined ? { head: run.count, tail: run.count } : { head: run.omittedAt, tail: run.items.length - run.omittedAt };
  const head = Math.min(run.count, kept.head, run.context[0] + opened.head);
  const tail = Math.min(run.count - head, kept.tail, run.context[1] + opened.tail);
  const range = (from: number, to: number): Unit[] => Array.from({ length: to - from }, (_, step) => from + step).flatMap(at);
  const hidden = run.count - head - tail;
  if (hidden === 0 || (hidden === 1 && run.noun === 'line' && run.omittedAt === undefined)) return range(0, run.count);
  const fold: Unit = {
    kind: 'fold',
    key: run.key,
    noun: run.noun,
    hidden,
    moreHead: kept.head > head,
    moreTail: kept.tail > tail,
    weight: 1.6,
  };
  return [...range(0, head), fold, ...range(run.count - tail, run.count)];
}

function itemAt<T>({ items, count, omittedAt }: { items: T[]; count: number; omittedAt?: number }, offset: number): T | undefined {
  return items[omittedAt === undefined || offset < omittedAt ? offset : offset - (count - items.length)];
}

function equalRecord(file: string, expected: number, actual: number, text: RecordText, { raw }: UnitOptions): Unit[] {
  const lines = recordLines(text, raw);
  return [
    {
      kind: 'record',
      id: recordId(file, expected, actual),
      file,
      change: 'equal',
      label: '',
      expected,
      actual,
      fields: [],
      weight: 1.4,
      text,
    },
    ...lines.map((line, index): Unit => ({ kind: 'equal', old: index + 1, new: index + 1, line, weight: 1 })),
  ];
}

type ChangeFinder = (segment: PairSegment) => Change[];

/** Changes by record, so that a file of thousands of records is not searched for each of them. */
function changeFinder(changes: Change[]): ChangeFinder {
  const keyOf = (actual: number | undefined, expected: number | undefined): string =>
    actual === undefined ? `e${expected}` : String(actual);
  const byRecord = new Map<string, Change[]>();
  const add = (key: string, change: Change): void => void byRecord.set(key, [...(byRecord.get(key) ?? []), change]);
  for (const change of changes) {
    add(keyOf(change.actualRecord, change.expectedRecord), change);
    // A record that moved stands on both sides, apart.
    if (change.actualRecord !== undefined && change.expectedRecord !== undefined) add(keyOf(undefined, change.expectedRecord), change);
  }
  return (segment) => byRecord.get(keyOf(segment.actual, segment.expected)) ?? [];
}

/** Records up to this many characters are one unit, printed as it comes into view; longer ones are dealt out in lines. */
const LONGEST_UNIT = 3_000;

function recordUnits(file: string, segment: PairSegment, changesOf: ChangeFinder, options: UnitOptions): Unit[] {
  const sizes = [segment.old, segment.new].map((text) => (text === undefined ? 0 : typeof text === 'string' ? text.length : Infinity));
  const longest = Math.max(...sizes);
  const units = (): Unit[] => pairUnits(file, segment, changesOf, options);
  if (longest > LONGEST_UNIT) return units();
  const { expected, actual, change } = segment;
  // A guess until it is drawn: records print to lines of some 25 characters, and what is equal in them folds.
  const lines = options.raw ? 1 : Math.min(longest / 25, change === 'changed' ? 10 : Infinity);
  return [{ kind: 'pair', id: recordId(file, expected, actual), change, units, weight: 1.4 + lines }];
}

function pairUnits(file: string, segment: PairSegment, changesOf: ChangeFinder, { raw, folds }: UnitOptions): Unit[] {
  const { expected, actual, label, change } = segment;
  const fields = changesOf(segment);
  const id = recordId(file, expected, actual);
  const head: Unit = {
    kind: 'record',
    id,
    file,
    change,
    label,
    fields,
    weight: 1.4,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
  const old = segment.old === undefined ? [] : recordLines(segment.old, raw);
  const fresh = segment.new === undefined ? [] : recordLines(segment.new, raw);
  return [
    head,
    ...changeUnits({ expected: 1, actual: 1, removed: old, added: fresh, aligned: true, folds, key: id, quiet: change === 'context' }),
  ];
}

/** Longest line shown of a printed record; the model has cut longer records already. */
const LONGEST_LINE = 8_000;

function recordLines(text: RecordText, raw: boolean): Line[] {
  if (typeof text !== 'string')
    return [...text.lines, ...(text.left > 0 ? [`… ${text.left.toLocaleString('en')} more lines are not in this page`] : [])];
  const lines = raw ? [text.replace(/\n$/, '')] : prettyLines(text);
  const shown: Line[] = lines.map((line) => cutLine(line, LONGEST_LINE));
  return text.endsWith('\n') ? shown : [...shown, '\\ no newline at the end of the file'];
}

/** How deep links name a record: its line in the actual file, or `e` and its line in the expected one. */
export function recordId(file: string, expected: number | undefined, actual: number | undefined): string {
  return `${file}:${actual ?? `e${expected ?? 0}`}`;
}
