import { expect, test } from '@playwright/test';
import { formatJsonl, parseJsonl } from '../../../harness/jsonl/index.js';

test('writes one record a line, with a newline after each', () => {
  expect(formatJsonl([{ a: 1 }, 'two\n'])).toBe('{"a":1}\n"two\\n"\n');
  expect(formatJsonl([])).toBe('');
});

test('reads back what it wrote', () => {
  const records = [{ a: 'ä\u2028', b: [null, 1.5] }, {}, []];
  expect(parseJsonl(formatJsonl(records), 'f').map(({ value }) => value)).toEqual(records);
});
