import { expect, test } from '@playwright/test';
import { compareFaults, formatFaults } from '../../../harness/faults/index.js';
import type { FaultRecord } from '../../../harness/schema/index.js';

const record = (fault: string, more: Partial<FaultRecord> = {}): FaultRecord => ({
  type: 'fault',
  fault,
  call: 1,
  end: 'answered',
  ...more,
});

test('what is written compares equal, and starts with the header of its kind', () => {
  const records = [record('401', { error: { code: 1, message: 'm' } }), record('stall', { end: 'cancelled' })];
  const text = formatFaults('s', records);
  expect(text.split('\n')[0]).toBe('{"type":"fixture","fixture":"faults","schema":1,"scenario":"s"}');
  expect(compareFaults(text, records)).toEqual([]);
  // Their order says nothing.
  expect(compareFaults(text, records.toReversed())).toEqual([]);
});

test('tells each field that differs, what is new, and what was not tried', () => {
  const text = formatFaults('s', [
    record('401', { retries: 2, said: 'x'.repeat(200) }),
    record('500'),
    record('500', { call: 2, times: 1 }),
  ]);
  const told = compareFaults(text, [record('401', { retries: 0 }), record('500'), record('stall', { end: 'unanswered' })]);
  expect(told).toEqual([
    `401: said "${'x'.repeat(118)}… → absent`,
    '401: retries 2 → 0',
    'stall: not expected, ended unanswered',
    '500 at call 2 ×1: expected, and not tried',
  ]);
});

test('a file that cannot be read is named', () => {
  expect(() => compareFaults('{', [], 'a.jsonl')).toThrow('a.jsonl');
});
