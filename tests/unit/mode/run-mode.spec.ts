import { expect, test } from '@playwright/test';
import { resolveRunMode, resolveUpdateMode } from '../../../harness/mode/index.js';

for (const [updateSnapshots, runMode] of [
  ['default', 'replay'],
  ['missing', 'replay'],
  ['none', 'replay'],
  ['changed', 'refresh'],
  ['all', 'refresh'],
] as const) {
  test(`update mode ${updateSnapshots} means ${runMode}`, () => {
    for (const value of [undefined, '', '0']) {
      expect(resolveRunMode({ UPDATE_REPLAY: value }, updateSnapshots)).toBe(runMode);
      expect(resolveUpdateMode({ UPDATE_REPLAY: value }, updateSnapshots)).toBe(updateSnapshots);
    }
  });

  test(`UPDATE_REPLAY=1 refreshes, with update mode ${updateSnapshots} too`, () => {
    expect(resolveRunMode({ UPDATE_REPLAY: '1' }, updateSnapshots)).toBe('refresh');
    expect(resolveUpdateMode({ UPDATE_REPLAY: '1' }, updateSnapshots)).toBe(updateSnapshots === 'all' ? 'all' : 'changed');
  });
}

for (const value of ['true', 'yes', '2', ' 1']) {
  test(`refuses UPDATE_REPLAY=${JSON.stringify(value)}, naming the variable`, () => {
    expect(() => resolveRunMode({ UPDATE_REPLAY: value }, 'default')).toThrow(/UPDATE_REPLAY[\s\S]*ACP_MODE_UPDATE_REPLAY/);
  });
}
