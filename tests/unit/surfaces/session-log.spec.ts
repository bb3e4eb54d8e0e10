import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/index.js';
import { parseSessionLog } from '../../../harness/replay/session-log.js';
import { sessionExpectedHeader } from '../../../harness/schema/index.js';
import { expectedFiles, logDrift, sessionLogSurface, toolCallsOf, toolCallsView } from '../../../harness/surfaces/index.js';

const header = { type: 'session', version: 0, id: 's-1', createdAt: 5, cwd: '/tmp/r1/cwd', delegationDepth: 0 };
const jsonl = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);
const bindings = { cwd: ['/tmp/r1/cwd'], home: [], tmp: [] };
const surface = (...logs: string[]) =>
  sessionLogSurface(
    logs.map((log, index) => ({ name: index === 0 ? 'session.jsonl' : `session.${index}.jsonl`, log: parseSessionLog(log, 'x') })),
    { scenario: 'case', bindings, counts: createCounts() },
  );

const delta = (type: string, index: number, piece: object) => ({
  type: 'assistant/chunk',
  data: { turn: 1, step: 1, chunk: { type, index, ...piece } },
});

test('writes a header of ours, then the logical records, one line each', () => {
  const [file] = surface(jsonl(header, { type: 'turn/start', seq: 0, time: 6, data: { turn: 1 } }));
  expect(file).toEqual({
    name: 'session.expected.jsonl',
    text: jsonl(
      { type: 'fixture', fixture: 'session', schema: 1, scenario: 'case' },
      { type: 'session', version: 0, id: '{{session#1}}', cwd: '{{cwd}}', delegationDepth: 0 },
      { type: 'turn/start', data: { turn: 1 } },
    ),
  });
  expect(sessionExpectedHeader.safeParse(JSON.parse(file!.text.split('\n')[0]!)).success).toBe(true);
});

test('unpacks packed rows, so that packing is no difference', () => {
  const single = jsonl(header, delta('text-delta', 0, { text: 'a' }), delta('text-delta', 0, { text: 'b' }));
  const packed = jsonl(header, { type: 'text-chunks', data: { turn: 1, step: 1, index: 0, dt: [3], texts: ['a', 'b'] } });
  expect(surface(packed)).toEqual(surface(single));
});

test('names children by their ordinal and tells their parent by its token', () => {
  const [parent, child] = surface(jsonl(header), jsonl({ ...header, id: 's-2', parentSession: 's-1', seedLength: 3 }));
  expect(parent!.text).toContain('"id":"{{session#1}}"');
  expect(child!.name).toBe('session.1.expected.jsonl');
  expect(child!.text).toContain('"id":"{{session#2}}"');
  expect(child!.text).toContain('"parentSession":"{{session#1}}"');
});

test('finds a folder that the model spelled over several deltas of one block, and of no other', () => {
  const log = jsonl(
    header,
    delta('text-delta', 0, { text: 'in /tmp/r' }),
    delta('tool-call-delta', 1, { id: 'c', name: 'read', argumentsDelta: '{"p":"/tmp/r1/c' }),
    delta('text-delta', 0, { text: '1/cwd.' }),
    delta('tool-call-delta', 1, { id: 'c', name: 'read', argumentsDelta: 'wd/a"}' }),
    delta('finish', 0, { reason: { kind: 'stop' } }),
    delta('text-delta', 0, { text: '/tmp/r' }),
    { type: 'step/end', data: {} },
    delta('text-delta', 0, { text: '1/cwd' }),
    { type: 'assistant/chunk', data: {} },
  );
  const pieces = surface(log)[0]!
    .text.split('\n')
    .flatMap((line) => /"(?:text|argumentsDelta)":(".*?[^\\]")\}/.exec(line)?.[1] ?? []);
  expect(pieces.map((piece) => JSON.parse(piece) as string)).toEqual(['in {{cwd}}', '{"p":"{{cwd}}', '.', '/a"}', '/tmp/r', '1/cwd']);
});

test('takes the recorded log as the expectation until a drift file stands', () => {
  const recorded = jsonl({ ...header, cwd: '{{cwd}}' }, { type: 'turn/start', seq: 0, time: 0, data: { turn: 1 } });
  const [actual] = surface(jsonl(header, { type: 'turn/start', seq: 0, time: 77, data: { turn: 1 } }));
  const context = { scenario: 'case' };
  const expected = expectedFiles('session-log', new Map([['session.jsonl', bytes(recorded)]]), context);
  expect(text(expected.get('session.expected.jsonl'))).toBe(actual!.text);
  const drifted = expectedFiles(
    'session-log',
    new Map([
      ['session.jsonl', bytes(recorded)],
      ['session.expected.jsonl', bytes('drift\n')],
    ]),
    context,
  );
  expect([...drifted].map(([name, content]) => [name, text(content)])).toEqual([['session.expected.jsonl', 'drift\n']]);
  expect(expectedFiles('session-log', new Map(), context).size).toBe(0);
});

test('numbers recorded children with their parents, also beside a drift file of the parent', () => {
  const committed = new Map([
    ['session.10.jsonl', bytes(jsonl({ ...header, id: 's-10', parentSession: 's-1' }))],
    ['session.jsonl', bytes(jsonl(header))],
    ['session.2.jsonl', bytes(jsonl({ ...header, id: 's-2', parentSession: 's-1' }))],
    ['session.expected.jsonl', bytes('drift\n')],
    ['transcript.expected.jsonl', bytes('other\n')],
  ]);
  const files = expectedFiles('session-log', committed, { scenario: 'case' });
  expect([...files.keys()].toSorted()).toEqual(['session.10.expected.jsonl', 'session.2.expected.jsonl', 'session.expected.jsonl']);
  expect(text(files.get('session.2.expected.jsonl'))).toContain('"id":"{{session#2}}"');
  expect(text(files.get('session.10.expected.jsonl'))).toContain('"parentSession":"{{session#1}}"');
});

test("normalizes the recorded log by the profile's fields too", () => {
  const normalizers = [{ name: 'n', reason: 'r', surface: 'session-log' as const, path: 'data.cost', token: '{{cost}}' }];
  const files = expectedFiles('session-log', new Map([['session.jsonl', bytes(jsonl(header, { type: 'usage', data: { cost: 3 } }))]]), {
    scenario: 'case',
    normalizers,
  });
  expect(text(files.get('session.expected.jsonl'))).toContain('{{cost}}');
});

test('writes a drift file only where the log moved on, and removes one that is no longer needed', () => {
  const recorded = new Map([
    ['session.jsonl', bytes(jsonl(header))],
    ['session.1.jsonl', bytes(jsonl({ ...header, id: 's-2' }))],
  ]);
  const files = (...logs: string[]) => surface(...logs).map((file) => ({ name: file.name, content: bytes(file.text) }));
  const context = { scenario: 'case' };
  const unbound = jsonl({ ...header, cwd: '/tmp/r1/cwd' });
  const agreeing = files(unbound, jsonl({ ...header, id: 's-2' })).map(({ name, content }) => ({
    name,
    content: bytes(text(content).replaceAll('{{cwd}}', '/tmp/r1/cwd')),
  }));
  expect(logDrift(agreeing, recorded, context)).toEqual({ write: [], remove: [] });
  expect(logDrift(agreeing, new Map([...recorded, ['session.expected.jsonl', bytes('old\n')]]), context)).toEqual({
    write: [],
    remove: ['session.expected.jsonl'],
  });
  const moved = [agreeing[0]!, { name: 'session.1.expected.jsonl', content: bytes('moved\n') }];
  expect(logDrift(moved, recorded, context)).toEqual({ write: [moved[1]], remove: [] });
  expect(logDrift(agreeing, new Map(), context)).toEqual({ write: agreeing, remove: [] });
});

test('views tool calls with their results, flat or in a message, arguments as JSON', () => {
  const log = jsonl(
    { type: 'fixture' },
    { type: 'tool/call', data: { turn: 1, callId: '{{call#1}}', name: 'read', arguments: '{"path":"a"}' } },
    { type: 'tool/call', data: { turn: 1, callId: '{{call#2}}', name: 'bash', arguments: '{"cut' } },
    { type: 'tool/result', data: { callId: '{{call#2}}', content: [{ type: 'text', text: 'ok' }], isError: false, meta: { diffs: [] } } },
    {
      type: 'tool/result',
      data: { message: { content: [{ type: 'tool-result', toolCallId: '{{call#1}}', content: [], isError: true }] } },
    },
    { type: 'tool/result', data: { callId: '{{call#1}}', content: 'again', isError: false } },
    { type: 'tool/call', data: { callId: '{{call#3}}', name: 'x', arguments: { a: 1 } } },
    { type: 'tool/progress', data: {} },
    { type: 'tool/call' },
    { type: 'user/message', data: { text: 'says "tool/call"' } },
  );
  expect(toolCallsView(log)).toBe(
    jsonl(
      { call: '{{call#1}}', name: 'read', arguments: { path: 'a' }, result: { content: [], isError: true } },
      {
        call: '{{call#2}}',
        name: 'bash',
        arguments: '{"cut',
        result: { content: [{ type: 'text', text: 'ok' }], isError: false, meta: { diffs: [] } },
      },
      { call: '{{call#1}}', name: null, arguments: null, result: { content: 'again', isError: false } },
      { call: '{{call#3}}', name: 'x', arguments: { a: 1 }, result: null },
    ),
  );
});

test('expects the same view on the expected logs, in their order', () => {
  const call = (id: string) => jsonl({ ...header, id }, { type: 'tool/call', data: { callId: id, name: id, arguments: '{}' } });
  const files = expectedFiles(
    'tool-calls',
    new Map([
      ['session.jsonl', bytes(call('a'))],
      ['session.1.jsonl', bytes(call('b'))],
    ]),
    { scenario: 'case' },
  );
  expect(text(files.get('tool-calls'))).toBe(
    jsonl({ call: '{{call#1}}', name: 'a', arguments: {}, result: null }, { call: '{{call#2}}', name: 'b', arguments: {}, result: null }),
  );
  expect(expectedFiles('tool-calls', new Map(), { scenario: 'case' }).size).toBe(0);
  expect(toolCallsOf([])).toBe('');
});
