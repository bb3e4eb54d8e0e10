import { expect, test } from '@playwright/test';
import { createCounts, createTokens, normalizeSessionLog } from '../../../harness/normalize/index.js';
import type { FieldNormalizer, SessionLog } from '../../../harness/schema/index.js';

const bindings = { cwd: ['/tmp/r1/cwd'], home: [], tmp: [] };
const header = {
  type: 'session' as const,
  version: 0 as const,
  id: 's-1',
  createdAt: 1_790_000_000_000,
  cwd: '/tmp/r1/cwd',
  delegationDepth: 0,
};
const normalize = (log: Partial<SessionLog>, normalizers?: FieldNormalizer[]) =>
  normalizeSessionLog({ header, events: [], ...log }, { bindings, counts: createCounts(), normalizers });
const event = (type: string, data: Record<string, unknown>, more: object = {}) => ({
  type,
  seq: 3,
  time: 1_790_000_000_001,
  data,
  ...more,
});
const dataOf = (type: string, data: Record<string, unknown>) => normalize({ events: [event(type, data)] })[1]!['data'];

test('keeps the header but its time, with the id and the folder as tokens', () => {
  expect(normalize({})).toEqual([{ type: 'session', version: 0, id: '{{session#1}}', cwd: '{{cwd}}', delegationDepth: 0 }]);
});

test('drops places and times of events and keeps the rest', () => {
  const [, record] = normalize({
    events: [event('assistant/message', { turn: 1, messageSeqs: [1], step: 2 }, { sourceEventSeqs: [1, 2], surfaceOp: 'append' })],
  });
  expect(record).toEqual({ type: 'assistant/message', data: { turn: 1, step: 2 }, surfaceOp: 'append' });
});

test('one inserted event is one inserted record', () => {
  const events = [event('a', { n: 1 }), event('b', { n: 2 }), event('c', { n: 3 })].map((item, seq) => ({ ...item, seq, time: seq }));
  const more = [events[0]!, event('new', {}), ...events.slice(1)].map((item, seq) => ({ ...item, seq, time: 100 + seq }));
  const before = normalize({ events });
  expect(normalize({ events: more })).toEqual([before[0], before[1], { type: 'new', data: {} }, ...before.slice(2)]);
});

test('rewrites the ids of calls, retries and messages by field', () => {
  const block = { type: 'tool-call', id: 'call_9', name: 'read', arguments: '{"id":"call_9"}' };
  const chunk = { type: 'tool-call-delta', index: 0, id: 'call_9', name: 'read', argumentsDelta: '{' };
  const { events } = {
    events: [
      event('assistant/chunk', { turn: 1, chunk }),
      event('assistant/message', { message: { role: 'assistant', id: 'm-1', content: [block] } }),
      event('tool/call', { callId: 'call_9', name: 'read', arguments: '{"toolCallId":"call_9"}' }),
      event('tool/result', {
        message: {
          role: 'user',
          id: 'm-2',
          source: { callId: 'call_9' },
          content: [{ type: 'tool-result', toolCallId: 'call_9', content: [{ type: 'text', text: 'call_9' }] }],
        },
      }),
      event('llm/retry', { retryId: 'r-1' }),
      event('llm/retry-started', { retryId: 'r-1' }),
      event('config', { id: 'model' }),
    ],
  };
  expect(
    normalize({ events })
      .slice(1)
      .map((record) => record['data']),
  ).toEqual([
    { turn: 1, chunk: { ...chunk, id: '{{call#1}}' } },
    { message: { role: 'assistant', id: '{{message#1}}', content: [{ ...block, id: '{{call#1}}' }] } },
    { callId: '{{call#1}}', name: 'read', arguments: '{"toolCallId":"call_9"}' },
    {
      message: {
        role: 'user',
        id: '{{message#2}}',
        source: { callId: '{{call#1}}' },
        content: [{ type: 'tool-result', toolCallId: '{{call#1}}', content: [{ type: 'text', text: 'call_9' }] }],
      },
    },
    { retryId: '{{retry#1}}' },
    { retryId: '{{retry#1}}' },
    { id: 'model' },
  ]);
});

test('puts tokens for the bulk of a request header where it is present', () => {
  expect(
    dataOf('request/header', { header: { config: { model: 'm' }, system: 'You are', tools: [{ name: 'read' }] }, reason: 'initial' }),
  ).toEqual({ header: { config: { model: 'm' }, system: '{{system}}', tools: '{{tools}}' }, reason: 'initial' });
  expect(dataOf('request/header', { header: { config: {} } })).toEqual({ header: { config: {} } });
  expect(dataOf('request/header', { header: 'none' })).toEqual({ header: 'none' });
  expect(dataOf('user/message', { header: { system: 'mine' } })).toEqual({ header: { system: 'mine' } });
});

test('replaces times, durations and the machine among the facts of an event, not deeper', () => {
  expect(
    dataOf('x', { startedAt: 1, durationMs: 5, pid: 7, host: 'h', delayMs: 3, config: { durationMs: 5, pid: 7 }, meta: { durationMs: 5 } }),
  ).toEqual({
    startedAt: '{{time}}',
    durationMs: '{{duration}}',
    pid: '{{pid}}',
    host: '{{host}}',
    delayMs: 3,
    config: { durationMs: 5, pid: 7 },
    meta: { durationMs: '{{duration}}' },
  });
});

test('tells a parent by its own token where logs share a table', () => {
  const tokens = createTokens();
  const context = { bindings, counts: createCounts(), tokens };
  normalizeSessionLog({ header, events: [] }, context);
  const child = { ...header, id: 's-2', parentSession: 's-1', seedLength: 4 };
  expect(normalizeSessionLog({ header: child, events: [] }, context)[0]).toMatchObject({
    id: '{{session#2}}',
    parentSession: '{{session#1}}',
    seedLength: 4,
  });
  expect(normalizeSessionLog({ header: { ...child, id: 's-3', parentSession: 's-x' }, events: [] }, context)[0]).toMatchObject({
    id: '{{session#3}}',
    parentSession: '{{session#4}}',
  });
});

test("applies the profile's fields to header and events", () => {
  const rule = { name: 'x', reason: 'y', surface: 'session-log' as const, path: 'data.cost', token: '{{cost}}' };
  expect(normalize({ events: [event('usage', { cost: 0.3 })] }, [rule])[1]).toEqual({ type: 'usage', data: { cost: '{{cost}}' } });
});

test('counts each rule with a reason', () => {
  const counts = createCounts();
  normalizeSessionLog(
    { header, events: [event('request/header', { header: { system: 's', tools: [] }, messageSeqs: [1] }, { sourceEventSeqs: [] })] },
    { bindings, counts },
  );
  expect(counts.list().map(({ name }) => name)).toEqual([
    'createdAt',
    'cwd',
    'messageSeqs',
    'seq',
    'session id',
    'sourceEventSeqs',
    'system',
    'time',
    'tools',
  ]);
});

test('changes nothing in records that are normalized already', () => {
  const events = [
    event('tool/call', { callId: 'c', path: '/tmp/r1/cwd/a', startedAt: 3 }),
    event('request/header', { header: { system: 's' } }),
  ];
  const [first, ...rest] = normalize({ events });
  expect(normalize({ header: first as never, events: rest as never })).toEqual([first, ...rest]);
});
