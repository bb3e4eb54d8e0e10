import { expect, test } from '@playwright/test';
import { seedEvents } from '../../../../harness/agent/delegation/seed.js';
import type { LogEvent } from '../../../../harness/agent/log/event.js';

const event = (seq: number, type: string, more: Partial<LogEvent> = {}): LogEvent => ({ type, seq, time: seq, data: {}, ...more });

test('inherits whole turns, without chunks and delegations, each event at its place in the new log', () => {
  const seed = seedEvents([
    event(0, 'turn/start'),
    event(1, 'user/message', { surfaceOp: 'append' }),
    event(2, 'session/title', { data: { title: 'T', messageSeqs: [1] } }),
    // 3 to 5 were chunks.
    event(6, 'assistant/message', { sourceEventSeqs: [3, 4, 5], surfaceOp: 'append' }),
    event(7, 'tool/call'),
    event(8, 'subagent/started', { data: { childSession: 'x' } }),
    event(9, 'merge/started'),
    event(10, 'tool/result', { sourceEventSeqs: [7], surfaceOp: 'append' }),
    event(11, 'turn/end'),
    event(12, 'session/mode'),
    event(13, 'turn/start'),
    event(14, 'user/message', { surfaceOp: 'append' }),
  ]);
  expect(seed).toEqual([
    { type: 'turn/start', data: {} },
    { type: 'user/message', data: {}, surfaceOp: 'append' },
    { type: 'session/title', data: { title: 'T', messageSeqs: [1] } },
    { type: 'assistant/message', data: {}, surfaceOp: 'append' },
    { type: 'tool/call', data: {} },
    { type: 'tool/result', data: {}, sourceEventSeqs: [4], surfaceOp: 'append' },
    { type: 'turn/end', data: {} },
  ]);
});

test('in the first turn there is nothing to inherit', () => {
  expect(seedEvents([event(0, 'turn/start'), event(1, 'user/message')])).toEqual([]);
});
