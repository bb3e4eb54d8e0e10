import { expect, test } from '@playwright/test';
import { isCi } from '../../../harness/mode/index.js';

for (const { ci, ciInfo, expected } of [
  { ci: undefined, ciInfo: false, expected: false },
  { ci: undefined, ciInfo: true, expected: true },
  { ci: '', ciInfo: false, expected: false },
  { ci: '', ciInfo: true, expected: true },
  { ci: 'true', ciInfo: false, expected: true },
  { ci: '1', ciInfo: false, expected: true },
  { ci: 'woodpecker', ciInfo: true, expected: true },
  { ci: '0', ciInfo: false, expected: false },
  // A service that is known is CI, whatever CI says beside it.
  { ci: '0', ciInfo: true, expected: true },
  { ci: 'false', ciInfo: false, expected: false },
  { ci: 'False', ciInfo: false, expected: false },
  { ci: 'False', ciInfo: true, expected: true },
]) {
  test(`CI=${ci ?? 'unset'} with ci-info ${ciInfo} is ${expected ? 'CI' : 'no CI'}`, () => {
    expect(isCi({ CI: ci }, ciInfo)).toBe(expected);
  });
}
