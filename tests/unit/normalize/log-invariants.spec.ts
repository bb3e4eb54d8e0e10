import { expect, test } from '@playwright/test';
import { checkLogInvariants } from '../../../harness/normalize/index.js';
import type { SessionLogEvent } from '../../../harness/schema/index.js';

const header = { type: 'session' as const, version: 0 as const, id: 's', createdAt: 100, cwd: '/', delegationDepth: 0 };
const check = (events: SessionLogEvent[]) =>
  checkLogInvariants({ header, events }).map(({ rule, event, message }) => `${rule} ${event}: ${message}`);
const event = (seq: number | undefined, time: number | undefined, more: Partial<SessionLogEvent> = {}): SessionLogEvent => ({
  type: `e${seq}`,
  data: {},
  ...(seq !== undefined && { seq }),
  ...(time !== undefined && { time }),
  ...more,
});

test('finds nothing in a sound log, nor in one of the form without seq and time', () => {
  expect(check([event(0, 100), event(1, 100), event(2, 105, { sourceEventSeqs: [0, 1] })])).toEqual([]);
  expect(
    check([
      { type: 'a', data: {} },
      { type: 'b', data: { messageSeqs: [0] } },
    ]),
  ).toEqual([]);
  expect(check([])).toEqual([]);
});

test('tells a seq that does not start at 0, skips or repeats, once per fault', () => {
  expect(check([event(1, 100), event(2, 100)])).toEqual(['log-seq 1: seq 1 of e1 follows -1']);
  expect(check([event(0, 100), event(2, 100), event(3, 100)])).toEqual(['log-seq 2: seq 2 of e2 follows 0']);
  expect(check([event(0, 100), event(0, 100), event(1, 100)])).toEqual(['log-seq 2: seq 0 of e0 follows 0']);
});

test('tells a missing seq or time where others have one', () => {
  expect(check([event(0, 100), event(undefined, undefined), event(2, 100)])).toEqual([
    'log-seq 2: eundefined has no seq, others have one',
    'log-time 2: eundefined has no time, others have one',
  ]);
});

test('tells a time that runs backwards, also behind the header, and measures from the latest', () => {
  expect(check([event(0, 90)])).toEqual(['log-time 1: the time of e0 runs 10 ms backwards']);
  expect(check([event(0, 200), event(1, 150), event(2, 180)])).toEqual([
    'log-time 2: the time of e1 runs 50 ms backwards',
    'log-time 3: the time of e2 runs 20 ms backwards',
  ]);
});

test('tells a source that is not earlier, in whichever field it is named', () => {
  expect(check([event(0, 100, { sourceEventSeqs: [0] })])).toEqual([
    'log-source 1: e0 names event 0, which is not earlier than itself (0)',
  ]);
  expect(check([event(0, 100), event(1, 100, { data: { messageSeqs: [0, 4, 'x'], otherSeqs: 3 } })])).toEqual([
    'log-source 2: e1 names event 4, NaN, which is not earlier than itself (1)',
  ]);
  expect(check([{ type: 'a', data: {}, sourceEventSeqs: [-1] }])).toEqual([
    'log-source 1: a names event -1, which is not earlier than itself (0)',
  ]);
});

test('tells a source that is named twice or out of order', () => {
  expect(check([event(0, 100), event(1, 100), event(2, 100, { sourceEventSeqs: [0, 0] })])).toEqual([
    'log-source 3: e2 names event 0, which it named already, or out of order',
  ]);
  expect(check([event(0, 100), event(1, 100), event(2, 100, { data: { messageSeqs: [1, 0] } })])).toEqual([
    'log-source 3: e2 names event 0, which it named already, or out of order',
  ]);
});

test('tells a source of another turn, step, call or kind', () => {
  const of = (type: string, seq: number, data: Record<string, unknown>, sourceEventSeqs?: number[]): SessionLogEvent => ({
    type,
    seq,
    time: 100,
    data,
    ...(sourceEventSeqs && { sourceEventSeqs }),
  });
  const foreign = (source: SessionLogEvent, event: SessionLogEvent) => check([source, event]).length === 1;
  const call = of('tool/call', 0, { turn: 1, step: 1, callId: 'a' });
  expect(foreign(call, of('tool/result', 1, { turn: 1, step: 1, callId: 'a' }, [0]))).toBe(false);
  expect(foreign(call, of('tool/result', 1, { callId: 'a' }, [0]))).toBe(false);
  expect(foreign(call, of('tool/result', 1, { turn: 2, step: 1, callId: 'a' }, [0]))).toBe(true);
  expect(foreign(call, of('tool/result', 1, { turn: 1, step: 2, callId: 'a' }, [0]))).toBe(true);
  expect(foreign(call, of('tool/result', 1, { turn: 1, step: 1, callId: 'b' }, [0]))).toBe(true);
  expect(foreign(of('plan/update', 0, {}), of('tool/result', 1, {}, [0]))).toBe(true);
  expect(foreign(of('tool/call', 0, {}), of('assistant/message', 1, {}, [0]))).toBe(true);
});

test('tells a source that no event is', () => {
  const events = [event(0, 100), event(2, 100), event(3, 100, { sourceEventSeqs: [1] })];
  expect(check(events).filter((text) => text.startsWith('log-source'))).toEqual([
    'log-source 3: e3 names event 1, which is of another kind, turn, step or call',
  ]);
});
