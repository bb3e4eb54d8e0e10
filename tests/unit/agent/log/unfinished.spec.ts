import { expect, test } from '@playwright/test';
import { closingEvents } from '../../../../harness/agent/log/unfinished.js';
import { log, text, toolCall } from './events.js';

const at = { turn: 1, step: 1 };

test('closes nothing where nothing is open', () => {
  expect(closingEvents([])).toEqual([]);
  expect(closingEvents(log(['turn/start', { turn: 1 }], ['turn/end', { turn: 1, reason: { kind: 'completed' } }]))).toEqual([]);
});

test('ends a turn between two steps', () => {
  expect(closingEvents(log(['turn/start', { turn: 1 }], ['step/start', at], ['step/end', at])).map(({ type }) => type)).toEqual([
    'turn/end',
  ]);
});

test('answers each open call, in order, then ends step and turn', () => {
  const events = log(
    ['turn/start', { turn: 1 }],
    ['step/start', at],
    ['assistant/message', { ...at, content: [text('x'), toolCall('a'), toolCall('b'), toolCall('c')] }, 'append'],
    ['tool/call', { ...at, callId: 'a' }],
    ['tool/call', { ...at, callId: 'b' }],
    ['tool/result', { ...at, callId: 'a' }, 'append'],
  );
  const closing = closingEvents(events);
  expect(closing.map(({ type, data, sourceEventSeqs }) => [type, data['callId'], sourceEventSeqs])).toEqual([
    ['tool/result', 'b', [4]],
    ['tool/call', 'c', undefined],
    ['tool/result', 'c', undefined],
    ['step/end', undefined, undefined],
    ['turn/end', undefined, undefined],
  ]);
  expect(closing.at(-1)?.data).toEqual({ turn: 1, reason: { kind: 'aborted' } });
});
