import { expect, test } from '@playwright/test';
import { createCounts, createFrameNormalizer, createTokens } from '../../../harness/normalize/index.js';

const bindings = { cwd: ['/tmp/r1/cwd'], home: ['/tmp/r1/home'], tmp: [] };
const fresh = (normalizers = undefined as never) => createFrameNormalizer({ bindings, counts: createCounts(), normalizers });

test('numbers JSON-RPC ids per direction, answers by the other side', () => {
  const normalizer = fresh();
  expect(normalizer.frame({ jsonrpc: '2.0', id: 0, method: 'initialize' }, 'client')['id']).toBe('{{client-request#1}}');
  expect(normalizer.frame({ jsonrpc: '2.0', id: 0, method: 'fs/read_text_file' }, 'agent')['id']).toBe('{{agent-request#1}}');
  expect(normalizer.frame({ jsonrpc: '2.0', id: '0', method: 'x' }, 'client')['id']).toBe('{{client-request#2}}');
  expect(normalizer.frame({ jsonrpc: '2.0', id: 0, result: {} }, 'agent')['id']).toBe('{{client-request#1}}');
  expect(normalizer.frame({ jsonrpc: '2.0', id: 0, result: {} }, 'client')['id']).toBe('{{agent-request#1}}');
  expect(normalizer.frame({ jsonrpc: '2.0', id: null, error: {} }, 'agent')['id']).toBeNull();
});

test('follows a request id where a cancellation or an elicitation names it', () => {
  const normalizer = fresh();
  normalizer.frame({ id: 7, method: 'session/prompt' }, 'client');
  normalizer.frame({ id: 7, method: 'session/request_permission' }, 'agent');
  expect(normalizer.frame({ method: '$/cancel_request', params: { requestId: 7 } }, 'client')['params']).toEqual({
    requestId: '{{client-request#1}}',
  });
  expect(normalizer.frame({ method: '$/cancel_request', params: { requestId: 7 } }, 'agent')['params']).toEqual({
    requestId: '{{agent-request#1}}',
  });
  expect(normalizer.frame({ id: 8, method: 'elicitation/create', params: { requestId: 7 } }, 'agent')['params']).toEqual({
    requestId: '{{client-request#1}}',
  });
  expect(normalizer.frame({ method: '$/cancel_request', params: { requestId: null } }, 'client')['params']).toEqual({ requestId: null });
});

test('rewrites ids by the field that holds them and leaves text and free-form values alone', () => {
  const id = '0b54a1d2-3f0c-4f3e-9a55-1f2e3d4c5b6a';
  const update = {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: `Look for ${id}`,
    content: [{ type: 'content', content: { type: 'text', text: `${id} at 2026-01-02T03:04:05Z` } }],
    rawInput: { sessionId: id, toolCallId: id, updatedAt: '2026-01-02T03:04:05Z' },
    rawOutput: [{ messageId: id }],
  };
  const frame = fresh().frame({ method: 'session/update', params: { sessionId: id, update } }, 'agent');
  expect(frame['params']).toEqual({ sessionId: '{{session#1}}', update: { ...update, toolCallId: '{{call#1}}' } });
});

test('replaces paths in every string, keys too, free-form or not', () => {
  const frame = fresh().frame(
    {
      method: 'x',
      params: {
        rawInput: { '/tmp/r1/cwd/a.txt': ['file:///tmp/r1/cwd'] },
        text: 'in /tmp/r1/home.',
        error: { data: { message: '/tmp/r1/cwd' } },
      },
    },
    'agent',
  );
  expect(frame['params']).toEqual({
    rawInput: { '{{cwd}}/a.txt': ['file://{{cwd}}'] },
    text: 'in {{home}}.',
    error: { data: { message: '{{cwd}}' } },
  });
});

test('replaces times where the protocol holds them, and keeps null and other types', () => {
  const normalizer = fresh();
  const info = (updatedAt: unknown) =>
    normalizer.frame(
      { method: 'session/update', params: { update: { sessionUpdate: 'session_info_update', title: 't', updatedAt } } },
      'agent',
    )['params'];
  expect(info('2026-08-01T10:00:00.000Z')).toEqual({ update: { sessionUpdate: 'session_info_update', title: 't', updatedAt: '{{time}}' } });
  expect(info(null)).toEqual({ update: { sessionUpdate: 'session_info_update', title: 't', updatedAt: null } });
  expect(info('yesterday')).toEqual({ update: { sessionUpdate: 'session_info_update', title: 't', updatedAt: 'yesterday' } });
  expect(normalizer.frame({ result: { sessions: [{ updatedAt: '2026-08-01T10:00:00Z' }] } }, 'agent')['result']).toEqual({
    sessions: [{ updatedAt: '{{time}}' }],
  });
  expect(normalizer.frame({ params: { annotations: { lastModified: '2026-08-01T10:00:00Z' } } }, 'agent')['params']).toEqual({
    annotations: { lastModified: '{{time}}' },
  });
});

test('replaces times, durations and the machine in side channels only', () => {
  const meta = {
    startedAt: 1_790_000_000_000,
    durationMs: 12,
    pid: 4711,
    port: 3000,
    host: 'box',
    username: 'me',
    traceparent: '00-ab',
    note: 'kept',
    sessionId: 's',
    pidFile: true,
    user: { name: 'me', hostname: 'box' },
  };
  const frame = fresh().frame({ method: 'x', params: { _meta: meta, durationMs: 12, pid: 4711 } }, 'agent');
  expect(frame['params']).toEqual({
    _meta: {
      startedAt: '{{time}}',
      durationMs: '{{duration}}',
      pid: '{{pid}}',
      port: '{{port}}',
      host: '{{host}}',
      username: '{{user}}',
      traceparent: '{{trace}}',
      note: 'kept',
      sessionId: 's',
      pidFile: true,
      user: { name: 'me', hostname: '{{host}}' },
    },
    durationMs: 12,
    pid: 4711,
  });
});

test('replaces the versions of both programs and nothing else about them', () => {
  const normalizer = fresh();
  expect(normalizer.frame({ id: 1, result: { agentInfo: { name: 'a', version: '1.2.3' } } }, 'agent')['result']).toEqual({
    agentInfo: { name: 'a', version: '{{agent-version}}' },
  });
  expect(
    normalizer.frame({ id: 1, method: 'initialize', params: { clientInfo: { name: 'c', version: '9' } } }, 'client')['params'],
  ).toEqual({ clientInfo: { name: 'c', version: '{{client-version}}' } });
  expect(normalizer.frame({ id: 2, result: { agentInfo: { version: 3 } } }, 'agent')['result']).toEqual({ agentInfo: { version: 3 } });
  expect(normalizer.frame({ id: 2, result: { agentInfo: null } }, 'agent')['result']).toEqual({ agentInfo: null });
});

test('keeps the order of keys, and a key that would set a prototype', () => {
  const frame = fresh().frame(
    JSON.parse('{"method":"x","id":3,"params":{"b":1,"__proto__":{"c":2},"a":2}}') as Record<string, unknown>,
    'agent',
  );
  expect(JSON.stringify(frame)).toBe('{"method":"x","id":"{{agent-request#1}}","params":{"b":1,"__proto__":{"c":2},"a":2}}');
});

test('does the parts it is asked for', () => {
  const frame = { id: 5, method: 'x', params: { sessionId: 's', path: '/tmp/r1/cwd', updatedAt: '2026-08-01T10:00:00Z' } };
  expect(fresh().frame(frame, 'agent', ['text'])).toEqual({ ...frame, params: { ...frame.params, path: '{{cwd}}' } });
  expect(fresh().frame(frame, 'agent', ['fields'])).toEqual({ ...frame, params: { ...frame.params, updatedAt: '{{time}}' } });
  expect(fresh().frame(frame, 'agent', ['blank'])).toEqual({
    id: '{{agent-request}}',
    method: 'x',
    params: { ...frame.params, sessionId: '{{session}}' },
  });
  expect(fresh().frame(frame, 'agent', [])).toEqual(frame);
});

test('replaces a path that is split over pieces in the first of them', () => {
  expect(fresh().pieces(['see /tmp/r', '1/cw', 'd/a.txt'])).toEqual(['see {{cwd}}', '', '/a.txt']);
  expect(fresh().pieces(['/tmp/r1/cwd', '2/a'])).toEqual(['/tmp/r1/cwd', '2/a']);
});

test('numbers ids together with another file where the tokens are shared', () => {
  const tokens = createTokens();
  tokens.token('session', 'first');
  const normalizer = createFrameNormalizer({ bindings, counts: createCounts(), tokens });
  expect(normalizer.frame({ method: 'x', params: { sessionId: 'second' } }, 'agent')['params']).toEqual({ sessionId: '{{session#2}}' });
});

test('counts what it rewrote, with a reason each', () => {
  const counts = createCounts();
  const normalizer = createFrameNormalizer({
    bindings,
    counts,
    normalizers: [{ name: 'build', reason: 'set by CI', surface: 'transcript', path: 'result.build', token: '{{build}}' }],
  });
  normalizer.frame({ id: 1, result: { sessionId: 's', cwd: '/tmp/r1/cwd', updatedAt: '2026-08-01T10:00:00Z', build: 77 } }, 'agent');
  normalizer.text('/tmp/r1/cwd');
  expect(counts.list().map(({ name, count }) => [name, count])).toEqual([
    ['build', 1],
    ['client-request id', 1],
    ['cwd', 2],
    ['session id', 1],
    ['time', 1],
  ]);
  expect(counts.list().every(({ reason }) => reason.length > 3)).toBe(true);
});

test('changes nothing in a frame that is normalized already', () => {
  const frame = {
    jsonrpc: '2.0',
    id: 3,
    result: {
      sessionId: 's9',
      cwd: '/tmp/r1/cwd/x',
      agentInfo: { version: '2' },
      updatedAt: '2026-08-01T10:00:00Z',
      _meta: { durationMs: 3, host: 'h' },
    },
  };
  const once = fresh().frame(frame, 'agent');
  expect(fresh().frame(once, 'agent')).toEqual(once);
});
