import { expect, test } from '@playwright/test';
import { refreshCommand } from '../../../reporters/model/commands.js';
import { nearest } from '../../../reporters/model/nearest.js';
import { packLanes, timeTicks, tracksOf } from '../../../reporters/model/timeline.js';
import { stripColours } from '../../../reporters/collect.js';
import { resolveOptions } from '../../../reporters/options.js';

test('the refresh command is quoted, and its pattern taken literally', () => {
  expect(refreshCommand('file-edit')).toBe('npx playwright test -g "file-edit" --update-snapshots');
  expect(refreshCommand('a+b $(rm)')).toBe(`npx playwright test -g 'a\\+b \\$\\(rm\\)' --update-snapshots`);
  expect(refreshCommand('edited', 'pin')).toBe('npx playwright test -g "pin|edited" --update-snapshots');
  expect(refreshCommand(`it's`)).toBe(`npx playwright test -g 'it'\\''s' --update-snapshots`);
});

test('a link means its record, else the last before it, else the first', () => {
  const ids = ['a:3', undefined, 'a:9', 'a:e12', 'b:1'];
  expect(nearest(ids, 'a:9')).toBe(2);
  expect(nearest(ids, '9')).toBe(2);
  expect(nearest(ids, 'a:11')).toBe(2);
  expect(nearest(ids, 'a:2')).toBe(0);
  expect(nearest(ids, 'a:e12')).toBe(3);
  expect(nearest(ids, 'b:7')).toBe(4);
  expect(nearest(ids, 'c:1')).toBe(-1);
  expect(nearest([], '1')).toBe(-1);
});

test('spans that overlap lie in different lanes, up to a limit', () => {
  expect(
    packLanes(
      [
        { start: 0, end: 10 },
        { start: 5, end: 8 },
        { start: 9, end: 12 },
        { start: 11, end: 13 },
      ],
      0,
    ),
  ).toEqual({ lanes: [0, 1, 1, 0], count: 2 });
  expect(packLanes([{ start: 4 }, { start: 4 }], 1)).toEqual({ lanes: [0, 0], count: 1 });
  expect(
    packLanes(
      Array.from({ length: 9 }, () => ({ start: 0, end: 1 })),
      0,
    ).count,
  ).toBe(5);
});

test('each conversation with the model has a track, up to a limit', () => {
  const call = (lane?: number) => ({ track: 'model' as const, label: 'call', start: 1, ...(lane !== undefined && { lane }) });
  const names = (lanes: (number | undefined)[]) =>
    tracksOf([...lanes.map(call), { track: 'client', label: 'initialize', start: 0 }]).map(({ name, items }) => [name, items.length]);
  expect(names([])).toEqual([['client', 1]]);
  expect(names([undefined, 1])).toEqual([
    ['client', 1],
    ['model', 2],
  ]);
  expect(names([2, 1, 2])).toEqual([
    ['client', 1],
    ['model lane 1', 1],
    ['model lane 2', 2],
  ]);
  const many = names(Array.from({ length: 12 }, (_, at) => at + 1));
  expect(many).toHaveLength(9);
  expect(many.slice(-2)).toEqual([
    ['model lane 7', 1],
    ['model, others', 5],
  ]);
});

test('ticks are round and few', () => {
  expect(timeTicks(212)).toEqual([0, 50, 100, 150, 200]);
  expect(timeTicks(1)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
  for (const end of [3, 47, 999, 60_000, 1_234_567]) expect(timeTicks(end).length).toBeLessThanOrEqual(6);
});

test('terminal colours and control characters are taken out, line ends and tabs kept', () => {
  expect(stripColours('\u001B[31mred\u001B[0m\ta\nb\u0007\u009B1m')).toBe('red\ta\nb1m');
});

test('options have defaults, and what Playwright adds is no error', () => {
  expect(resolveOptions({ configDir: '/project', _mode: 'list', _commandHash: 'x', _later: 1, onlyFailures: false }, '/cwd')).toMatchObject(
    {
      outputFolder: expect.stringMatching(/project.playwright-acp-report$/),
      open: 'on-failure',
    },
  );
  expect(resolveOptions({ _mode: 'list' }, '/cwd').listing).toBe(true);
  expect(resolveOptions({ _mode: 'test' }, '/cwd').listing).toBe(false);
  expect(resolveOptions({ outputFolder: 'out' }, '/cwd').outputFolder).toMatch(/cwd.out$/);
});
