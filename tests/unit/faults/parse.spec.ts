import { expect, test } from '@playwright/test';
import { parseFault } from '../../../harness/faults/index.js';
import { COUNTED_FAULTS, FAULT_NAMES } from '../../../harness/schema/index.js';

test('reads every name, and a number where one counts chunks', () => {
  for (const name of FAULT_NAMES) expect(parseFault(name)).toEqual({ text: name, name });
  for (const name of COUNTED_FAULTS) expect(parseFault(`${name}:3`)).toEqual({ text: `${name}:3`, name, after: 3 });
  expect(parseFault('reset-after:0')).toMatchObject({ after: 0 });
});

for (const name of ['nothing', '', '429 ', '__proto__', '404'])
  test(`"${name}" is no fault, and the known ones are listed`, () => {
    expect(() => parseFault(name)).toThrow(expect.objectContaining({ code: 'ACP_FAULT_UNKNOWN' }));
    for (const known of FAULT_NAMES) expect(() => parseFault(name)).toThrow(known);
  });

test('names the one that was meant, where only one can be', () => {
  expect(() => parseFault('drip')).toThrow('did you mean "slow-drip"?');
  // Two end in it.
  expect(() => parseFault('finish')).toThrow('name one of them');
});

for (const text of ['429:1', 'reset-after:', 'reset-after:-1', 'reset-after:1.5', 'reset-after:1:2', 'slow-drip:2', 'stall:x'])
  test(`"${text}" has a number that means nothing`, () => {
    expect(() => parseFault(text)).toThrow(
      expect.objectContaining({ code: 'ACP_FAULT_UNKNOWN', message: expect.stringContaining('reset-after:3') }),
    );
  });
