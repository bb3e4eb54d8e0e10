import { expect, test } from '@playwright/test';
import { parseSessionLog } from '../../../harness/replay/index.js';
import { event, logHeader, logText } from './build.js';

const parse = (text: string) => parseSessionLog(text, 'session.jsonl');

test('reads header and events, with their lines', () => {
  const log = parse(logText([event('turn/start', { turn: 1 }), event('turn/end')]));
  expect(log.header.id).toBe('s');
  expect(log.events.map(({ type }) => type)).toEqual(['turn/start', 'turn/end']);
  expect(log.lines).toEqual([2, 3]);
});

test('unpacks rows of deltas into single chunks, on one line', () => {
  const rows = [
    { type: 'text-chunks', seq: 0, time: 100, data: { turn: 1, step: 2, index: 1, dt: [5, 7], texts: ['a', 'b', 'c'] } },
    { type: 'reasoning-chunks', seq: 3, time: 200, data: { turn: 1, step: 2, index: 0, texts: ['x', 'y'] } },
    { type: 'tool-call-chunks', data: { turn: 1, step: 2, index: 2, id: 'c1', name: 'read', args: ['{', '}'] } },
  ];
  const log = parse(logText(rows));
  expect(log.events.map(({ seq, time, data }) => [seq, time, data['chunk']])).toEqual([
    [0, 100, { type: 'text-delta', index: 1, text: 'a' }],
    [1, 105, { type: 'text-delta', index: 1, text: 'b' }],
    [2, 112, { type: 'text-delta', index: 1, text: 'c' }],
    [3, 200, { type: 'reasoning-delta', index: 0, text: 'x' }],
    [4, 200, { type: 'reasoning-delta', index: 0, text: 'y' }],
    [undefined, undefined, { type: 'tool-call-delta', index: 2, id: 'c1', name: 'read', argumentsDelta: '{' }],
    [undefined, undefined, { type: 'tool-call-delta', index: 2, id: 'c1', name: 'read', argumentsDelta: '}' }],
  ]);
  expect(log.events[0]!.data).toMatchObject({ turn: 1, step: 2 });
  expect(log.lines).toEqual([2, 2, 2, 3, 3, 4, 4]);
});

test('keeps a row that only looks packed', () => {
  expect(parse(logText([event('text-chunks', { texts: 'no list' })])).events[0]!.type).toBe('text-chunks');
});

for (const { name, text, message } of [
  { name: 'an empty log', text: '', message: 'session.jsonl:1: the session log is empty' },
  {
    name: 'another version',
    text: logText([], { version: 1 }),
    message: 'session.jsonl:1: the session log is of version 1; version 0 is known',
  },
  {
    name: 'a header without id',
    text: `${JSON.stringify({ ...logHeader, id: undefined })}\n`,
    message: 'session.jsonl:1: not a session log header: id',
  },
  { name: 'a first line that is no record', text: 'null\n', message: 'session.jsonl:1: not a session log header' },
  { name: 'an event without data', text: logText([event('a'), { type: 'b' }]), message: 'session.jsonl:3: not a session log event: data' },
  {
    name: 'a gap in seq',
    text: logText([
      { ...event('a'), seq: 0 },
      { ...event('b'), seq: 2 },
    ]),
    message: 'session.jsonl:3: seq is 2, expected 1',
  },
  { name: 'a seq that starts late', text: logText([{ ...event('a'), seq: 1 }]), message: 'session.jsonl:2: seq is 1, expected 0' },
]) {
  test(`refuses ${name}, with file and line`, () => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow('ACP_REPLAY_LOG');
  });
}

test('takes a log that carries seq on some events only', () => {
  expect(parse(logText([event('a'), { ...event('b'), seq: 5 }])).events).toHaveLength(2);
});
