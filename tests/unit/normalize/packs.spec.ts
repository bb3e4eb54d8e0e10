import { expect, test } from '@playwright/test';
import {
  createCounts,
  createFieldNormalizers,
  createFrameNormalizer,
  defaults,
  idsAt,
  normalizeSessionLog,
  textAt,
  timestampsAt,
  volatilityOf,
} from '../../../harness/normalize/index.js';
import type { FieldNormalizer } from '../../../harness/schema/index.js';

const bindings = { cwd: [], home: [], tmp: [] };
const meta = { params: { _meta: { pid: 7, duration: 8, build: 'x' } } };
const apply = (normalizers?: readonly FieldNormalizer[]) =>
  createFrameNormalizer({ bindings, counts: createCounts(), normalizers }).frame(meta, 'agent')['params'];

test('the rules of every agent apply, also beside those of a profile', () => {
  const all = { _meta: { pid: '{{pid}}', duration: '{{duration}}', build: 'x' } };
  expect(apply()).toEqual(all);
  expect(apply([timestampsAt('params._meta.build', 'the clock')])).toEqual({ _meta: { ...all._meta, build: '{{time}}' } });
  expect(apply([...defaults])).toEqual(all);
});

test('a list that names some of them applies these alone', () => {
  expect(apply(defaults.filter(({ name }) => name !== 'duration'))).toEqual({ _meta: { pid: '{{pid}}', duration: 8, build: 'x' } });
  const log = {
    header: { type: 'session' as const, version: 0 as const, id: 's', createdAt: 1, cwd: '/', delegationDepth: 0 },
    events: [{ type: 'x', data: { pid: 7, port: 8 } }],
  };
  const [, event] = normalizeSessionLog(log, {
    bindings,
    counts: createCounts(),
    normalizers: defaults.filter(({ name }) => name === 'pid'),
  });
  expect(event).toEqual({ type: 'x', data: { pid: '{{pid}}', port: 8 } });
});

test('a version stays where its rule was taken out', () => {
  const normalizers = defaults.filter(({ name }) => name === 'pid');
  const frame = { id: 1, result: { agentInfo: { name: 'a', version: '1' } } };
  expect(createFrameNormalizer({ bindings, counts: createCounts(), normalizers }).frame(frame, 'agent')).toMatchObject({
    result: { agentInfo: { version: '1' } },
  });
});

test('ids are numbered first-seen, and a token stands for itself', () => {
  const counts = createCounts();
  const number = createFieldNormalizers([idsAt('list.*.build', 'build', 'builds are named at random')], 'transcript', counts);
  const value = { list: [{ build: 'b' }, { build: 'a' }, { build: 'b' }, { build: null }] };
  number(value);
  expect(value.list.map(({ build }) => build)).toEqual(['{{build#1}}', '{{build#2}}', '{{build#1}}', null]);
  expect(counts.list()).toEqual([{ name: 'build id', reason: 'builds are named at random; the token keeps which is which', count: 4 }]);
  createFieldNormalizers([idsAt('list.*.build', 'build', 'again')], 'transcript', createCounts())(value);
  expect(value.list.map(({ build }) => build)).toEqual(['{{build#1}}', '{{build#2}}', '{{build#1}}', null]);
});

test('a surface may be named', () => {
  expect(timestampsAt('data.at', 'clock', { surface: 'session-log' })).toMatchObject({ surface: 'session-log', token: '{{time}}' });
  expect(idsAt('data.id', 'job', 'random', { surface: 'requests' })).toMatchObject({
    surface: 'requests',
    token: '{{job}}',
    numbered: true,
  });
});

test('what a normalizer takes away is read from the reason it gives', () => {
  expect(volatilityOf(idsAt('a', 'job', 'random'))).toBe('renamed');
  expect(volatilityOf(timestampsAt('a', 'clock'))).toBe('free');
  const counts = createCounts();
  createFrameNormalizer({ bindings: { cwd: ['/w/x'], home: [], tmp: [] }, counts }).frame(
    { id: 1, method: 'm', params: { path: '/w/x' } },
    'agent',
  );
  expect(counts.list().map((count) => [count.name, volatilityOf(count)])).toEqual([
    ['agent-request id', 'renamed'],
    ['cwd', 'renamed'],
  ]);
});

test('textAt replaces what its pattern matches, and nothing around it', () => {
  const counts = createCounts();
  const rule = textAt('system', String.raw`\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar');
  const request = { system: 'Today is 2026-11-30, tomorrow 2026-12-01.', other: '2026-11-30' };
  createFieldNormalizers([rule], 'requests', counts)(request);
  expect(request).toEqual({ system: 'Today is {{date}}, tomorrow {{date}}.', other: '2026-11-30' });
  expect(counts.list().map(({ name, reason }) => [name, reason])).toEqual([['date at system', 'the calendar']]);
});
