import { expect, test } from '@playwright/test';
import { asTime, clockState, sourceOf } from '../../../harness/run/variation.js';

test('times are told from durations and numbers', () => {
  expect(asTime('2026-01-02T03:04:05.000Z')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  expect(asTime(1_767_323_045_000)).toBe(1_767_323_045_000);
  expect(asTime(1_767_323_045)).toBe(1_767_323_045_000);
  for (const value of [12, 3_600_000, 'yesterday', '2026', null, {}]) expect(asTime(value)).toBeUndefined();
});

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);

test('the clock counts as varied where a time of the run moved with it, and is printed from and to', () => {
  const times = [
    { from: 5, to: 9 },
    { from: NOW, to: NOW + 401 * DAY },
  ];
  expect(clockState('lib', times)).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2027-02-06T00:00:00.000Z (libfaketime +401d)' });
});

for (const [how, library, times, why] of [
  ['without the library', undefined, [{ from: NOW, to: NOW + 401 * DAY }], 'not installed'],
  ['where the agent does not load it', 'lib', [{ from: NOW, to: NOW + 1_000 }], 'goes by another clock'],
  ['where the run shows no time', 'lib', [{ from: 3, to: 4 }], 'shows no time'],
] as const) {
  test(`the clock is impossible here ${how}`, () => {
    expect(clockState(library, times)).toEqual({ impossible: expect.stringContaining(why) as unknown });
  });
}

test('a normalizer names the source of its variation, one of a profile none', () => {
  expect(sourceOf('time at params.started')).toBe('clock and date');
  expect(sourceOf('call id')).toBe('session, message and call ids');
  expect(sourceOf('cwd')).toBe('working folder');
  expect(sourceOf('mine')).toBeUndefined();
});
