import { expect, test } from '@playwright/test';
import { formatProblem, printable, printableLine } from '../../../harness/errors/index.js';

test('what steers a terminal is written out, everything else stays', () => {
  expect(printable('\u001b[31mred\u001b[0m')).toBe('\\u001b[31mred\\u001b[0m');
  expect(printable('a\u0007\u0008\r\u009bb\u007f')).toBe('a\\u0007\\u0008\\u000d\\u009bb\\u007f');
  expect(printable('\u202Eabc\u2066\u200f\u061c\ufeff\u2028')).toBe('\\u202eabc\\u2066\\u200f\\u061c\\ufeff\\u2028');
  for (const text of ['tab\tand\nline end', '北京 👩‍👩‍👧 ünïcödé', '<b>&amp;']) expect(printable(text)).toBe(text);
  expect(printableLine(' a\n\tb  c')).toBe(' a b c');
});

test('a problem cannot steer a terminal in any of its parts', () => {
  const evil = '\u001b]0;x\u0007';
  const text = formatProblem({ code: 'ACP_X', summary: evil, facts: [[evil, `${evil}\nsecond`]], look: evil, intended: evil });
  expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
  expect(text.split('\n')).toHaveLength(8);
});
