import { expect, test } from '@playwright/test';
import { buildReport, type SurfaceModel } from '../../../reporters/model/index.js';
import { pairLines } from '../../../reporters/page/pairing.js';
import { isStop, printed, unitId, type Fold, type Unit } from '../../../reporters/page/unit.js';
import { FOLD_STEP, surfaceUnits } from '../../../reporters/page/units.js';
import type { SurfaceComparison } from '../../../harness/schema/index.js';
import { compared, input, jsonl, report, run } from './samples.js';

function modelOf(comparison: SurfaceComparison): SurfaceModel {
  return buildReport(input([run(report('one', { surfaces: [comparison] }))])).details.get('run-0')!.surfaces[0]!;
}

const units = (comparison: SurfaceComparison, raw = false, folds = new Map<string, Fold>()): Unit[] =>
  printed(surfaceUnits(modelOf(comparison), { raw, folds }));
const kinds = (list: Unit[]): string[] => list.map((unit) => unit.kind);
const event = (n: number, text = 'same') => ({ type: 'tool/result', data: { callId: `{{call#${n}}}`, text } });
const log = (old: unknown[], fresh: unknown[]) => compared('session-log', { 'session.expected.jsonl': [jsonl(old), jsonl(fresh)] });
const many = (text = 'same', at = -1) => Array.from({ length: 200 }, (_, index) => event(index, index === at ? text : 'same'));

test('equal records fold around a changed one, whose lines are printed', () => {
  const list = units(log(many(), many('new', 100)));
  expect(kinds(list)).toEqual(['fold', 'record', 'equal', 'equal', 'equal', 'equal', 'change', 'equal', 'equal', 'fold']);
  expect(list[0]).toMatchObject({ hidden: 100, noun: 'record', moreHead: true, moreTail: true });
  expect(list[1]).toMatchObject({ id: 'session.expected.jsonl:101', change: 'changed', fields: [{ path: '$.data.text' }] });
  expect(list.filter(isStop).map(unitId)).toEqual(['session.expected.jsonl:101']);
});

test('a fold opens from either end by a step', () => {
  const key = 'session.expected.jsonl/0';
  const open = (fold: Fold) => units(log(many(), many('new', 100)), true, new Map([[key, fold]]));
  const head = open({ head: FOLD_STEP, tail: 0 });
  expect(head[2 * FOLD_STEP]).toMatchObject({ kind: 'fold', hidden: 50 });
  const tail = open({ head: 0, tail: FOLD_STEP });
  expect(tail[0]).toMatchObject({ kind: 'fold', hidden: 50 });
  expect(tail[1]).toMatchObject({ kind: 'record', change: 'equal', actual: 51 });
  expect(open({ head: FOLD_STEP, tail: FOLD_STEP }).some((unit) => unit.kind === 'fold' && unit.key === key)).toBe(false);
});

test('raw shows a record as its line', () => {
  const list = units(log([event(1)], [event(1, 'new')]), true);
  expect(kinds(list)).toEqual(['record', 'change']);
  expect(list[1]).toMatchObject({ removed: [JSON.stringify(event(1))], added: [JSON.stringify(event(1, 'new'))] });
});

test('records of one side have one side; their ids say which', () => {
  const list = units(log([event(1), { type: 'gone' }], [event(1)]));
  expect(list.filter((unit) => unit.kind === 'record').map(unitId)).toEqual(['session.expected.jsonl:e2']);
});

test('a lost newline of the last record shows', () => {
  const text = jsonl([event(1)]);
  const list = units(compared('session-log', { 'session.expected.jsonl': [text, text.trimEnd()] }));
  expect(list.at(-1)).toMatchObject({ kind: 'change', removed: [], added: ['\\ no newline at the end of the file'] });
});

test('a long record folds its own equal lines', () => {
  const wide = (text: string) => ({ type: 'x', list: Array.from({ length: 80 }, (_, index) => (index === 40 ? text : index)) });
  const list = units(log([wide('a')], [wide('b')]));
  expect(kinds(list)).toEqual(['record', 'fold', 'equal', 'equal', 'equal', 'change', 'equal', 'equal', 'equal', 'fold']);
  const opened = units(log([wide('a')], [wide('b')]), false, new Map([['session.expected.jsonl:1/0', { head: FOLD_STEP, tail: 0 }]]));
  expect(opened.filter((unit) => unit.kind === 'fold')).toHaveLength(1);
});

test('text files keep lines of context, and a long change is dealt out in slices', () => {
  const text = (word: string, lines: number) =>
    Array.from({ length: 20 + lines }, (_, index) => (index >= 10 && index < 10 + lines ? `${word} ${index}\n` : `keep ${index}\n`)).join(
      '',
    );
  const list = units(compared('workspace', { 'workspace.expected/a.txt': [text('old', 200), text('new', 200)] }));
  expect(kinds(list)).toEqual([
    'file',
    'fold',
    'equal',
    'equal',
    'equal',
    'change',
    'change',
    'change',
    'change',
    'equal',
    'equal',
    'equal',
    'fold',
  ]);
  expect(list.filter(isStop).map(unitId)).toEqual(['workspace.expected/a.txt:11']);
  expect(list.filter((unit) => unit.kind === 'change').map((unit) => [unit.old, unit.removed.length])).toEqual([
    [11, 60],
    [71, 60],
    [131, 60],
    [191, 20],
  ]);
});

test('binary files and cuts are notes', () => {
  const surface = modelOf(compared('workspace', { 'workspace.expected/a.bin': ['AA==', 'AQ=='] }));
  surface.files = [
    { name: 'a.bin', status: 'changed', kind: 'binary', segments: [] },
    { name: 'b.txt', status: 'changed', kind: 'text', segments: [], cut: 'cut here' },
  ];
  expect(surfaceUnits(surface, { raw: false, folds: new Map() })).toMatchObject(
    [{ kind: 'file' }, { kind: 'note', text: /bytes/ }, { kind: 'file' }, { kind: 'note', text: 'cut here' }].map((unit) =>
      unit.text instanceof RegExp ? { kind: 'note' } : unit,
    ),
  );
});

test('what the model left out of an equal run stays a fold that says so', () => {
  const surface = modelOf(log(many(), many('new', 100)));
  const file = surface.files[0]!;
  if (file.kind !== 'records') throw new Error('expected records');
  const first = file.segments[0]!;
  if (first.kind !== 'equal') throw new Error('expected an equal run');
  Object.assign(first, { items: [...first.items.slice(0, 2), ...first.items.slice(-2)], omittedAt: 2 });
  const list = surfaceUnits(surface, { raw: true, folds: new Map([['session.expected.jsonl/0', { head: 50, tail: 50 }]]) });
  const at = list.findIndex((unit) => unit.kind === 'fold');
  expect(list[at]).toMatchObject({ hidden: 96, moreHead: false, moreTail: false });
  expect(list[at + 1]).toMatchObject({ kind: 'record', actual: 99 });
});

test('lines are paired by likeness, and in order where there are too many', () => {
  expect(pairLines(['alpha beta gamma'], ['something else', 'alpha beta delta'])).toEqual([
    [undefined, 0],
    [0, 1],
  ]);
  expect(pairLines(['<b>&amp;</b>', 'only old'], ['<b>&amp;!</b>'])).toEqual([
    [0, 0],
    [1, undefined],
  ]);
  const lines = (word: string) => Array.from({ length: 40 }, (_, index) => `${word} ${index}`);
  expect(pairLines(lines('a'), lines('b'))).toEqual(lines('a').map((_, index) => [index, index]));
});
