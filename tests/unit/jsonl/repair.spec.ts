import { expect, test } from '@playwright/test';
import { formatJsonl, parseJsonl, repairTornTail } from '../../../harness/jsonl/index.js';

test('leaves a whole text alone', () => {
  for (const text of ['', '{}\n', '{}\n{"a":1}\n']) expect(repairTornTail(text)).toEqual({ text, torn: undefined });
});

test('drops an unterminated last line, whole JSON or not', () => {
  expect(repairTornTail('{}\n{"a":')).toEqual({ text: '{}\n', torn: '{"a":' });
  expect(repairTornTail('{}\n{"a":1}')).toEqual({ text: '{}\n', torn: '{"a":1}' });
  expect(repairTornTail('{"a')).toEqual({ text: '', torn: '{"a' });
});

test('drops a broken last line that got its newline', () => {
  expect(repairTornTail('{}\n{"a\n')).toEqual({ text: '{}\n', torn: '{"a' });
  expect(repairTornTail('\n')).toEqual({ text: '', torn: '' });
});

test('loses nothing before the tear, wherever a log is cut', () => {
  const records = [{ n: 1 }, { text: 'zwei' }, { n: [3] }];
  const whole = formatJsonl(records);
  for (let cut = 0; cut <= whole.length; cut++) {
    const { text, torn } = repairTornTail(whole.slice(0, cut));
    const kept = parseJsonl(text, 'log');
    expect(kept.map(({ value }) => value)).toEqual(records.slice(0, whole.slice(0, cut).split('\n').length - 1));
    expect(text + (torn ?? '')).toBe(whole.slice(0, cut));
  }
});
