import { diffFields } from '../diff/fields.js';
import { diffRecords, type RecordPair } from '../diff/index.js';
import type { Change, ChangeKind, ComparedFile, SurfaceId } from '../schema/index.js';
import { changeKind } from './change-kind.js';
import { ChangeList, type ChangeDraft } from './change-list.js';
import { recordKind, recordLabel } from './record-label.js';
import { recordPlace } from './record-place.js';
import { recordsOf, type FileRecord, type FileRecords } from './records-of.js';

export interface TextComparison {
  readonly file: ComparedFile;
  /** The first 200, in record order. */
  readonly changes: readonly Change[];
  readonly changeCounts: Partial<Record<ChangeKind, number>>;
  /** How many records each side holds, client rows left out. */
  readonly records: { readonly expected: number; readonly actual: number };
}

/**
 * Compares one expected file with what a run produced, exact on every byte: a lost final newline and other line ends
 * are changes. Only the client's rows of a transcript are not compared. Records are aligned by what they are, so that
 * one inserted event is one change; a record that moved is one change of kind `order`.
 *
 * @param name path within the scenario directory; its extension says how it is read.
 * @param expected `undefined` where there is no such file.
 * @example
 * compareText('outcome', 'outcome.expected.json', '{"exitCode":0}\n', '{"exitCode":1}\n').changes[0];
 * // { kind: 'value', file: 'outcome.expected.json', …, label: 'record', path: '$.exitCode', expected: '0', actual: '1' }
 */
export function compareText(surface: SurfaceId, name: string, expected: string | undefined, actual: string | undefined): TextComparison {
  const list = new ChangeList();
  const left = expected === undefined ? undefined : recordsOf(surface, name, expected);
  const right = actual === undefined ? undefined : recordsOf(surface, name, actual);
  if (left && right && expected !== actual) compareRecords(surface, name, left, right, list);
  if (expected !== undefined && actual !== undefined && expected !== actual)
    compareBytes(name, expected, actual, list, (left?.context ?? 0) + (right?.context ?? 0) > 0);
  const status = expected === undefined ? 'missing' : actual === undefined ? 'removed' : list.isEmpty ? 'matched' : 'changed';
  return {
    file: { name, status, encoding: 'utf8', ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) },
    changes: list.kept,
    changeCounts: list.counts,
    records: { expected: left?.records.length ?? 0, actual: right?.records.length ?? 0 },
  };
}

function compareRecords(surface: SurfaceId, file: string, left: FileRecords, right: FileRecords, list: ChangeList): void {
  const lines = left.lines || right.lines;
  const labels = new Map<FileRecord, string>();
  const labelOf = (record: FileRecord): string => {
    let label = labels.get(record);
    if (label === undefined) labels.set(record, (label = lines ? `line ${record.ordinal}` : recordLabel(record.value())));
    return label;
  };
  const pairs = diffRecords(left.records, right.records, {
    text: ({ raw }) => raw,
    kind: (record) => (lines ? 'line' : recordKind(labelOf(record))),
  });
  // Many lines of a text are equal: a brace here and a brace there is no move.
  const moved = lines ? new Map<RecordPair, RecordPair>() : findMoves(pairs, left.records, right.records);
  const placeOf = (record: FileRecord, side: FileRecords): { label: string; place?: string } => {
    const place = surface === 'transcript' && !lines ? recordPlace(record.value(), side.methodOf) : undefined;
    return { label: labelOf(record), ...(place !== undefined && { place }) };
  };
  const add = (draft: Omit<ChangeDraft, 'file'>): void => list.add({ file, ...draft, kind: kindInSurface(surface, draft.kind) });

  for (const pair of pairs) {
    if (pair.kind === 'equal') continue;
    const was = pair.expected === undefined ? undefined : left.records[pair.expected]!;
    const now = pair.actual === undefined ? undefined : right.records[pair.actual]!;
    if (was && now) {
      const at = { expectedRecord: was.ordinal, actualRecord: now.ordinal, ...placeOf(was, left) };
      if (lines) add({ kind: 'value', ...at, path: '', expected: was.raw, actual: now.raw });
      else addFields(surface, was, now, at, add);
    } else if (was) {
      const target = moved.get(pair);
      const at = { expectedRecord: was.ordinal, ...placeOf(was, left), path: '' };
      if (target) add({ kind: 'order', ...at, actualRecord: right.records[target.actual!]!.ordinal });
      else add({ kind: 'record removed', ...at, expected: was.value() });
    } else if (now && !moved.has(pair))
      add({ kind: 'record added', actualRecord: now.ordinal, ...placeOf(now, right), path: '', actual: now.value() });
  }
}

type Place = Pick<Change, 'expectedRecord' | 'actualRecord' | 'label' | 'place'>;

function addFields(surface: SurfaceId, was: FileRecord, now: FileRecord, at: Place, add: (draft: Omit<ChangeDraft, 'file'>) => void): void {
  const differences = diffFields(was.value(), now.value());
  for (const difference of differences) add({ kind: changeKind(surface, difference), ...at, ...difference });
  if (differences.length > 0) return;
  // Equal values in other bytes: the order of keys, or spaces between them.
  const reordered = JSON.stringify(was.value()) !== JSON.stringify(now.value());
  add({ kind: reordered ? 'order' : 'value', ...at, path: '', expected: was.raw, actual: now.raw });
}

/** In the sidecars every change is one of the prompt or of the schema; that something only moved is said still. */
function kindInSurface(surface: SurfaceId, kind: ChangeKind): ChangeKind {
  if (surface === 'system-prompt') return 'prompt';
  return surface === 'tool-schemas' && kind !== 'order' ? 'schema' : kind;
}

/** Records that stand alone on both sides with the same text: both ends of the move, by pair. */
function findMoves(pairs: readonly RecordPair[], left: readonly FileRecord[], right: readonly FileRecord[]): Map<RecordPair, RecordPair> {
  const added = new Map<string, RecordPair[]>();
  for (const pair of pairs) {
    if (pair.kind !== 'added') continue;
    const { raw } = right[pair.actual]!;
    const same = added.get(raw);
    if (same) same.push(pair);
    else added.set(raw, [pair]);
  }
  // Taken from the end: shifting an array of thousands for each move would be quadratic.
  for (const same of added.values()) same.reverse();
  const moves = new Map<RecordPair, RecordPair>();
  for (const pair of pairs) {
    const target = pair.kind === 'removed' ? added.get(left[pair.expected]!.raw)?.pop() : undefined;
    if (target) moves.set(pair, target).set(target, pair);
  }
  return moves;
}

const lineEnds = (text: string): { crlf: number; lf: number } => {
  const crlf = text.split('\r\n').length - 1;
  return { crlf, lf: text.split('\n').length - 1 - crlf };
};

/** What no record shows: line ends, the final newline, and bytes that read as the same records. */
function compareBytes(file: string, expected: string, actual: string, list: ChangeList, hasContext: boolean): void {
  const add = (label: string, was: string, now: string): void =>
    list.add({ kind: 'value', file, label, path: '', expected: was, actual: now });
  const [was, now] = [lineEnds(expected), lineEnds(actual)];
  const describe = ({ crlf, lf }: { crlf: number; lf: number }): string =>
    crlf === 0 ? 'LF' : lf === 0 ? 'CRLF' : `${crlf} CRLF, ${lf} LF`;
  if (was.crlf + was.lf > 0 && now.crlf + now.lf > 0 && describe(was) !== describe(now)) add('line ends', describe(was), describe(now));
  const finals = [expected, actual].map((text) => text === '' || text.endsWith('\n'));
  if (finals[0] !== finals[1]) add('final newline', finals[0] ? 'present' : 'missing', finals[1] ? 'present' : 'missing');
  // Client rows may differ; without them, texts that differ and yet show no change differ in their form alone.
  if (list.isEmpty && !hasContext) add('form', 'these bytes', 'other bytes for the same values');
}
