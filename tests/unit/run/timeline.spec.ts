import { expect, test } from '@playwright/test';
import { timelineOf } from '../../../harness/run/timeline.js';
import type { Decision } from '../../../harness/schema/index.js';
import type { CapturedFrame } from '../../../harness/surfaces/index.js';
import { matchedCall as call } from '../matched-call.js';

const frame = (from: 'agent' | 'client', at: number, value: Record<string, unknown>): CapturedFrame => ({
  from,
  at,
  line: 1,
  raw: JSON.stringify(value),
  value,
});
const update = (at: number, fields: Record<string, unknown>, sessionId = 's1'): CapturedFrame =>
  frame('agent', at, { method: 'session/update', params: { sessionId, update: fields } });
const none = { frames: [], steps: [], decisions: [] };

test('model calls stand on the clock of the run, from decision to the end of their stream', () => {
  const decisions: Decision[] = [
    call({ at: 1_060 }),
    { type: 'stream-end', call: 1, end: 'finished', released: 2, left: 0, at: 1_098 },
    call({ call: 2, lane: 2, at: 1_100 }),
    { type: 'stream-end', call: 2, end: 'aborted', released: 1, left: 1, at: 1_120 },
    call({ call: 3, at: 1_130, code: 'ACP_REPLAY_DRIFT', outcome: 'drift' }),
    call({ call: 4 }),
  ];
  expect(timelineOf({ ...none, decisions, bootedAt: 1_000 })).toEqual([
    { track: 'model', label: 'model call 1', start: 60, end: 98, lane: 1 },
    { track: 'model', label: 'model call 2 (lane 2, aborted)', start: 100, end: 120, lane: 2 },
    { track: 'model', label: 'model call 3 (refused: ACP_REPLAY_DRIFT)', start: 130, lane: 1, refused: true },
  ]);
  expect(timelineOf({ ...none, decisions })).toEqual([]);
});

test('a tool lasts from its start to the update that ends it, under its last title', () => {
  const frames = [
    update(10, { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Read', status: 'pending' }),
    update(12, { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Other session' }, 's2'),
    update(14, { sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 'Read a.txt', status: 'in_progress' }),
    update(20, { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' }),
    update(30, { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' }),
    update(31, { sessionUpdate: 'tool_call_update', toolCallId: 'never started', status: 'completed' }),
    update(32, { sessionUpdate: 'tool_call', toolCallId: 7 }),
    frame('agent', 33, { method: 'odd', params: null }),
  ];
  const tools = timelineOf({ ...none, frames }).filter(({ track }) => track === 'tools');
  expect(tools).toEqual([
    { track: 'tools', label: 'Read a.txt', start: 10, end: 20 },
    { track: 'tools', label: 'Other session', start: 12 },
  ]);
});

test('requests last until their response, whoever asked; steps are the client’s', () => {
  const frames = [
    frame('client', 1, { id: 0, method: 'initialize' }),
    frame('agent', 4, { id: 0, result: {} }),
    frame('agent', 5, { id: 0, method: 'fs/read_text_file' }),
    frame('client', 8, { id: 0, result: {} }),
    frame('client', 9, { method: 'session/cancel' }),
    { from: 'agent', at: 10, line: 3, raw: 'noise', noise: 'not JSON' } satisfies CapturedFrame,
  ];
  expect(timelineOf({ ...none, frames, steps: [{ op: 'initialize', line: 2, start: 0.5, end: 4.5 }] })).toEqual([
    { track: 'client', label: 'initialize', start: 0.5, end: 4.5 },
    { track: 'client', label: 'initialize', start: 1, end: 4 },
    { track: 'agent', label: 'fs/read_text_file', start: 5, end: 8 },
  ]);
});
