import { expect, test } from '@playwright/test';
import { planWrite, type UpdateMode, type WritePlan } from '../../../harness/mode/index.js';

const TABLE: Record<UpdateMode, { missing: WritePlan; changed: WritePlan }> = {
  default: { missing: 'write-fail-once', changed: 'compare' },
  missing: { missing: 'write', changed: 'compare' },
  changed: { missing: 'write', changed: 'write' },
  all: { missing: 'write', changed: 'write' },
  none: { missing: 'compare', changed: 'compare' },
};

for (const [mode, { missing, changed }] of Object.entries(TABLE) as [UpdateMode, (typeof TABLE)[UpdateMode]][]) {
  test(`update mode ${mode}: missing is ${missing}, changed is ${changed}, equal is nothing`, () => {
    expect(planWrite(mode, false, false, true)).toBe(missing);
    expect(planWrite(mode, false, false, false)).toBe(missing);
    expect(planWrite(mode, false, true, true)).toBe(changed);
    expect(planWrite(mode, false, true, false)).toBe('nothing');
  });

  test(`update mode ${mode} never writes in CI`, () => {
    expect(planWrite(mode, true, false, true)).toBe('compare');
    expect(planWrite(mode, true, true, true)).toBe('compare');
    expect(planWrite(mode, true, true, false)).toBe('nothing');
  });
}
