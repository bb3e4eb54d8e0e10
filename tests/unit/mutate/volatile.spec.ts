import { expect, test } from '@playwright/test';
import { classify, volatileMutations, type Capture, type CaptureContext, type VolatileMutation } from '../../../harness/mutate/index.js';
import { otherVolatile } from '../../../harness/mutate/volatile.js';
import { captureOf, contextOf, CWD, frame, update } from './capture-of.js';

const mutationsOf = (capture: Capture, context: CaptureContext = contextOf()): VolatileMutation[] =>
  volatileMutations(capture, classify(capture, context));

const one = (kind: string, capture: Capture): Capture =>
  mutationsOf(capture)
    .find((mutation) => mutation.kind === kind)!
    .apply(capture);

test('another volatile value is one that the same rule takes', () => {
  expect(otherVolatile(1)).toBe(1001);
  expect(otherVolatile('2026-01-02T03:04:05.000Z')).toBe('2026-01-03T03:04:05.000Z');
  expect(otherVolatile('2026-01-02Tnever')).toBe('2026-01-02Tnever0');
  expect(otherVolatile('12345678901')).toBe('12345679901');
  expect(otherVolatile('0.1.0')).toBe('0.1.00');
  expect(otherVolatile(null)).toBe(null);
});

test('every volatile leaf is changed by one mutation', () => {
  const capture = captureOf();
  const volatile = classify(capture, contextOf()).filter((leaf) => leaf.class === 'volatile').length;
  const mutated = mutationsOf(capture)
    .filter(({ kind }) => kind !== 'cwd')
    .reduce((sum, { leaves }) => sum + leaves, 0);
  const folders = classify(capture, contextOf()).filter(
    ({ class: leafClass, touch }) => leafClass === 'volatile' && touch!.by[0]!.name === 'cwd',
  );
  expect(mutated + folders.length).toBe(volatile);
});

test('a session is renamed in frames, in rows of the client, in its log and in the name of its file', () => {
  const changed = one('session id', captureOf());
  expect(JSON.stringify(changed.frames)).not.toContain('"one"');
  expect(changed.frames[2]!.value).toMatchObject({ params: { sessionId: 'other-one' } });
  expect(changed.logs[0]).toMatchObject({ session: 'other-one', log: { header: { id: 'other-one' } } });
});

test('the number of a request is renamed on both sides', () => {
  const changed = one('client-request id', captureOf());
  expect(changed.frames.slice(0, 2).map(({ value }) => value?.['id'])).toEqual([7000, 7000]);
  expect(changed.frames[7]!.value?.['id']).toBe(1);
});

test('an id that stands in rows of the client alone is not tried', () => {
  const capture = captureOf({ frames: [frame('client', { id: 9, method: 'x', params: {} }), update('plan')] });
  expect(mutationsOf(capture).map(({ kind }) => kind)).not.toContain('client-request id');
});

test('a folder is another everywhere, also in the bindings', () => {
  const changed = one('cwd', captureOf());
  const text = new TextDecoder().decode(changed.workspace[0]!.content);
  expect(JSON.stringify([changed, text])).not.toContain(CWD);
  expect(changed.bindings.cwd).toEqual(['/another run/of-it/cwd']);
  expect(text).toBe('see /another run/of-it/cwd');
  expect(changed.workspace[1]!.content).toEqual(new Uint8Array([0xff, 0xfe]));
});

test('from one event on the clock shows more, and the log began earlier', () => {
  const capture = captureOf();
  const times = (mutation: VolatileMutation) => mutation.apply(capture).logs[0]!.log.events.map(({ time }) => time);
  const clocks = mutationsOf(capture).filter(({ kind, where }) => kind === 'time' && where.startsWith('log'));
  expect(times(clocks[2]!)).toEqual([100, 100, 108, 109, 110]);
  expect(one('createdAt', capture).logs[0]!.log.header.createdAt).toBe(99 - 1_000);
});

test('a time of a frame is changed alone', () => {
  const capture = captureOf();
  const mutation = mutationsOf(capture).find(({ kind, part }) => kind === 'time' && part === 'frames')!;
  expect(mutation.apply(capture).frames[6]!.value).toMatchObject({ params: { update: { updatedAt: '2026-01-03T03:04:05.000Z' } } });
});

test('events without a time stay without', () => {
  const capture = captureOf();
  const [{ session, log }] = capture.logs as [Capture['logs'][number]];
  const { time: _time, ...timeless } = log.events[4]!;
  const changed = { ...capture, logs: [{ session, log: { ...log, events: log.events.with(4, timeless) } }] };
  expect(one('time', { ...changed, frames: [] }).logs[0]!.log.events[4]).toEqual(timeless);
});

test("a folder is renamed in logs of the agent's own form too", () => {
  const log = { session: 'one', files: ['a.jsonl'], records: [{ cwd: CWD, text: `in ${CWD}/a` }] };
  const changed = one('cwd', { ...captureOf(), sessionLogs: { logs: [log], leftOut: [] } });
  expect(JSON.stringify(changed.sessionLogs)).not.toContain(CWD);
  expect(changed.sessionLogs!.logs[0]!.records).toEqual([{ cwd: changed.bindings.cwd[0], text: `in ${changed.bindings.cwd[0]}/a` }]);
});
