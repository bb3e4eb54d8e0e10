import { expect, test } from '@playwright/test';
import { fileMatcher } from '../../../../harness/agent/toolbox/walk.js';

for (const [glob, fits, not] of [
  ['*.ts', ['a.ts', 'x/y/a.ts'], ['a.tsx', 'ats']],
  ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'a.ts', 'lib/src/a.ts']],
  ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['lib/a.ts']],
  ['src/**', ['src/a', 'src/x/a'], ['lib/a']],
  ['**/*', ['a', 'x/a'], []],
  ['a?.{js,ts}', ['ab.js', 'x/ac.ts'], ['a.js', 'ab.md']],
  ['a+(b).[x]', ['a+(b).[x]'], ['aab.x']],
  ['a{b', ['a{b'], ['ab']],
  ['a,b}', ['a,b}'], ['a']],
] as const) {
  test(`matches ${glob}`, () => {
    const match = fileMatcher(glob);
    expect(fits.filter((path) => !match(path))).toEqual([]);
    expect(not.filter(match)).toEqual([]);
  });
}
