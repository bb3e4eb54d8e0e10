import { expect, test } from '@playwright/test';
import { diffRecords, type RecordPair } from '../../../harness/diff/index.js';

interface Sample {
  kind: string;
  value: string;
}

const compare = (expected: Sample[], actual: Sample[]): RecordPair[] =>
  diffRecords(expected, actual, { text: (record) => JSON.stringify(record), kind: (record) => record.kind });
const of = (kind: string, value: string): Sample => ({ kind, value });

test('an inserted record shifts no pair behind it', () => {
  const old = [of('call', 'read a'), of('update', 'a done'), of('text', 'fine')];
  expect(compare(old, [of('plan', 'new'), ...old])).toEqual([
    { kind: 'added', actual: 0 },
    { kind: 'equal', expected: 0, actual: 1 },
    { kind: 'equal', expected: 1, actual: 2 },
    { kind: 'equal', expected: 2, actual: 3 },
  ]);
});

test('changed records of one kind stand side by side, those of different kinds do not', () => {
  expect(compare([of('call', 'old'), of('text', 'gone')], [of('call', 'new'), of('plan', 'came')])).toEqual([
    { kind: 'changed', expected: 0, actual: 0 },
    { kind: 'removed', expected: 1 },
    { kind: 'added', actual: 1 },
  ]);
});

test('among several of one kind the most alike are paired', () => {
  const pairs = compare(
    [of('text', 'the first answer is long'), of('text', 'completely other words')],
    [of('text', 'completely other words here')],
  );
  expect(pairs).toEqual([
    { kind: 'removed', expected: 0 },
    { kind: 'changed', expected: 1, actual: 0 },
  ]);
});

test('a long changed stretch is paired by kinds in order', () => {
  const old = Array.from({ length: 200 }, (_, index) => of(`kind ${index % 5}`, `old ${index}`));
  const fresh = [of('other', 'in front'), ...old.map(({ kind }, index) => of(kind, `new ${index}`))];
  const pairs = compare(old, fresh);
  expect(pairs[0]).toEqual({ kind: 'added', actual: 0 });
  expect(pairs.slice(1)).toEqual(old.map((_, index) => ({ kind: 'changed', expected: index, actual: index + 1 })));
});

test('one side alone is added or removed as a whole; records without words are alike', () => {
  expect(compare([], [of('a', '1')])).toEqual([{ kind: 'added', actual: 0 }]);
  expect(compare([of('a', '1')], [])).toEqual([{ kind: 'removed', expected: 0 }]);
  expect(compare([], [])).toEqual([]);
  expect(diffRecords(['-'], ['+'], { text: (record) => record, kind: () => 'sign' })).toEqual([
    { kind: 'changed', expected: 0, actual: 0 },
  ]);
});
