import { expect, test } from '@playwright/test';
import { touchedLeaves, type Normalize } from '../../../harness/mutate/touched.js';

const normalize: Normalize = (record, counts) => {
  const copy = record as Record<string, unknown>;
  if ('broken' in copy && copy['kept'] === undefined) throw new Error('no such record');
  if ('time' in copy) {
    counts.add('time', 'clock');
    delete copy['time'];
  }
  if (typeof copy['bulk'] === 'object') {
    counts.add('bulk', 'elsewhere');
    copy['bulk'] = '{{bulk}}';
  }
  return copy;
};

test('names the normalizers of each leaf they rewrote or dropped, and of nothing else', () => {
  const touched = touchedLeaves({ time: 1, kept: 'time', bulk: { deep: [1] } }, normalize);
  expect([...touched]).toEqual([
    ['time', { by: [{ name: 'time', reason: 'clock' }], normalized: undefined }],
    ['bulk.deep[0]', { by: [{ name: 'bulk', reason: 'elsewhere' }], normalized: undefined }],
  ]);
});

test('a record that nobody touches has no touched leaf', () => {
  expect(touchedLeaves({ kept: 1 }, normalize).size).toBe(0);
});

test('a leaf that changed though no normalizer says so is not taken for volatile', () => {
  const silent: Normalize = (record, counts) => {
    counts.add('other', 'always');
    return { ...(record as object), kept: 'changed' };
  };
  expect(touchedLeaves({ kept: 1 }, silent).size).toBe(0);
});

test('a record that cannot be without a field is asked with the rest of it', () => {
  expect([...touchedLeaves({ time: 1, kept: 1, broken: 1 }, normalize).keys()]).toEqual(['time']);
});
