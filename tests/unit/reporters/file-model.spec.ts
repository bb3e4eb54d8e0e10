import { expect, test } from '@playwright/test';
import { fileModel } from '../../../reporters/model/file-model.js';
import { createBudget, LIMITS, type Limits } from '../../../reporters/model/limits.js';
import type { FileModel } from '../../../reporters/model/index.js';
import type { ComparedFile, SurfaceId } from '../../../harness/schema/index.js';
import { jsonl } from './samples.js';

const limits = (more: Partial<Limits> = {}): Limits => ({ ...LIMITS[0]!, ...more });

function model(surface: SurfaceId, file: Partial<ComparedFile> & { name: string }, more: Partial<Limits> = {}): FileModel {
  return fileModel(surface, 'changed', { status: 'changed', encoding: 'utf8', ...file }, createBudget(limits(more)));
}

const event = (n: number, text = 'same') => ({ type: 'tool/result', data: { callId: `{{call#${n}}}`, text } });

test('records become equal runs and pairs, numbered by their lines', () => {
  const { segments } = model('session-log', {
    name: 'session.expected.jsonl',
    expected: jsonl([event(1), event(2), event(3)]),
    actual: jsonl([event(0), event(1), event(2, 'new'), event(3)]),
  });
  expect(
    segments.map((segment) =>
      'change' in segment
        ? [segment.change, segment.expected, segment.actual, segment.label]
        : [segment.kind, segment.expected, segment.actual],
    ),
  ).toEqual([
    ['added', undefined, 1, 'tool/result {{call#0}}'],
    ['equal', 1, 2],
    ['changed', 2, 3, 'tool/result {{call#2}}'],
    ['equal', 3, 4],
  ]);
});

test('client rows of a transcript are context, not changes', () => {
  const client = (text: string) => ({ from: 'client', frame: { method: 'session/prompt', params: { text } } });
  const { segments } = model('transcript', {
    name: 'transcript.expected.jsonl',
    expected: jsonl([client('a')]),
    actual: jsonl([client('b'), { from: 'agent', noise: 'x' }]),
  });
  expect(segments.map((segment) => ('change' in segment ? segment.change : segment.kind))).toEqual(['context', 'added']);
});

test('texts become equal runs and changed lines; a lost newline shows', () => {
  const { segments } = model('workspace', { name: 'workspace.expected/data.jsonl', expected: 'a\nb\nc\n', actual: 'a\nB\nc' });
  expect(segments).toEqual([
    { kind: 'equal', expected: 1, actual: 1, count: 1, items: ['a'] },
    { kind: 'lines', expected: 2, actual: 2, removed: ['b'], added: ['B'] },
    { kind: 'equal', expected: 3, actual: 3, count: 1, items: ['c'] },
    { kind: 'lines', expected: 4, actual: 4, removed: [], added: ['\\ no newline at the end of the file'] },
  ]);
});

test('a JSON file on one line is printed; one that is no JSON stays as it is', () => {
  expect(model('outcome', { name: 'outcome.expected.json', expected: '{"a":1}\n', actual: '{"a":2}\n' }).segments).toMatchObject([
    { items: ['{'] },
    { removed: ['  "a": 1'], added: ['  "a": 2'] },
    { items: ['}'] },
  ]);
  expect(model('outcome', { name: 'outcome.expected.json', expected: '{"a":\n', actual: undefined }).segments).toMatchObject([
    { removed: ['{"a":'] },
  ]);
});

test('binary files show no text; a matched file may hold one side alone', () => {
  expect(model('workspace', { name: 'workspace.expected/x.png', encoding: 'base64', expected: 'AA==', actual: 'AQ==' })).toMatchObject({
    kind: 'binary',
    segments: [],
    expectedSize: 1,
  });
  expect(model('session-log', { name: 'session.expected.jsonl', status: 'matched', actual: jsonl([event(1)]) }).segments).toMatchObject([
    { kind: 'equal', count: 1 },
  ]);
  expect(model('tool-calls', { name: 'tool-calls', status: 'matched', expected: '' }).segments).toEqual([]);
});

test('beyond the budget an equal run keeps what stands next to changes', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `line ${index}\n`);
  const { segments } = model(
    'workspace',
    { name: 'w', expected: texts.join(''), actual: `${texts.join('')}more\n` },
    { equal: 50, context: 2 },
  );
  expect(segments[0]).toEqual({
    kind: 'equal',
    expected: 1,
    actual: 1,
    count: 100,
    items: ['line 0', 'line 1', 'line 98', 'line 99'],
    omittedAt: 2,
  });
  const none = model('workspace', { name: 'w', expected: texts.join(''), actual: texts.join('') }, { equal: 0, context: 0 });
  expect(none.segments).toEqual([{ kind: 'equal', expected: 1, actual: 1, count: 100, items: [], omittedAt: 0 }]);
});

test('beyond the budget changes are cut, and the file says how many', () => {
  const records = (text: string) => jsonl(Array.from({ length: 50 }, (_, index) => event(index, text)));
  const cut = model('session-log', { name: 'session.expected.jsonl', expected: records('old'), actual: records('new') }, { changed: 400 });
  expect(cut.segments.length).toBeLessThan(10);
  expect(cut.cut).toBe(`${50 - cut.segments.length} more changed records are not in this page; the comparison counted them all.`);
  const lines = (word: string) => Array.from({ length: 100 }, (_, index) => `${word} ${index}\n`).join('');
  const text = model('workspace', { name: 'w', expected: lines('old'), actual: lines('new') }, { changed: 50 });
  const [shown] = text.segments as { removed: string[]; added: string[] }[];
  expect(shown!.removed.at(-1)).toBe('… 95 more lines are not in this page');
  expect(shown!.added.at(-1)).toBe('… 96 more lines are not in this page');
  const later = model(
    'workspace',
    { name: 'w', expected: `${lines('old')}keep\nx\n`, actual: `${lines('new')}keep\ny\n` },
    { changed: 50 },
  );
  expect(later.cut).toContain('not in this page');
});

test('a record too long to keep is printed, its lines cut around what differs', () => {
  const long = (word: string) => jsonl([{ type: 'x', data: `${'a'.repeat(9_000)} ${word} ${'b'.repeat(9_000)}` }]);
  const { segments } = model(
    'session-log',
    { name: 'session.expected.jsonl', expected: long('old'), actual: long('new') },
    { record: 1_000, line: 400 },
  );
  const [pair] = segments as { old: { lines: { text: string; before: number; after: number }[] } }[];
  const line = pair!.old.lines[2]!;
  expect(line.text).toContain(' old ');
  expect(line.text.length).toBeLessThanOrEqual(400);
  expect(line.before + line.text.length + line.after).toBe(`  "data": "${'a'.repeat(9_000)} old ${'b'.repeat(9_000)}"`.length);
});

test('a record of too many lines keeps its first, and says how many are left', () => {
  const many = (word: string) => jsonl([{ list: Array.from({ length: 500 }, (_, index) => `${word} ${index}`) }]);
  const { segments } = model('session-log', { name: 'session.expected.jsonl', expected: many('a'), actual: undefined }, { record: 1_000 });
  expect(segments).toMatchObject([{ change: 'removed', old: { lines: { length: 50 }, left: 454 } }]);
});

test('a broken run keeps what it gave as equal on both sides, under a word of its own', () => {
  const file: ComparedFile = {
    name: 'transcript.expected.jsonl',
    status: 'missing',
    encoding: 'utf8',
    actual: jsonl([event(1), event(2)]),
  };
  const { status, segments } = fileModel('transcript', 'failed-to-run', file, createBudget(limits()));
  expect(status).toBe('captured');
  expect(segments).toMatchObject([{ kind: 'equal', count: 2 }]);
});

test('pictures become data addresses by their bytes, svg by its name, nothing else and none beyond the budget', () => {
  const binary = (name: string, expected: string, actual: string) =>
    model('workspace', { name, encoding: 'base64', expected, actual }).picture;
  expect(binary('a.png', 'iVBORw0KGgoA', 'iVBORw0KGgoB')).toEqual({
    expected: 'data:image/png;base64,iVBORw0KGgoA',
    actual: 'data:image/png;base64,iVBORw0KGgoB',
  });
  expect(binary('a.png', 'iVBORw0KGgoA', 'PGh0bWw+')).toBeUndefined();
  expect(binary('a.bin', 'iVBORw0KGgoA', 'iVBORw0KGgoB')).toBeUndefined();
  expect(model('workspace', { name: 'a.svg', actual: '<svg/>' }).picture).toEqual({ actual: 'data:image/svg+xml,%3Csvg%2F%3E' });
  expect(model('workspace', { name: 'a.svg', actual: '\ud800' }).picture).toBeUndefined();
  expect(model('workspace', { name: 'a.txt', actual: '<svg/>' }).picture).toBeUndefined();
  expect(model('workspace', { name: 'a.svg', actual: '<svg/>' }, { pictures: 3 }).picture).toBeUndefined();
  expect(model('transcript', { name: 'a.svg', actual: '<svg/>' }).picture).toBeUndefined();
});
