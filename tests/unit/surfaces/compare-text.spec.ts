import { expect, test } from '@playwright/test';
import type { SurfaceId } from '../../../harness/schema/index.js';
import { compareText, describeChange, firstDivergence } from '../../../harness/surfaces/index.js';

const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const FILES: Record<string, string> = {
  transcript: 'transcript.expected.jsonl',
  'session-log': 'session.expected.jsonl',
  requests: 'requests.expected.jsonl',
  'system-prompt': 'system-prompt.expected.md',
  'tool-schemas': 'tool-schemas.expected.json',
  outcome: 'outcome.expected.json',
  workspace: 'workspace.expected/a.txt',
  'tool-calls': 'tool-calls',
};
const compare = (surface: SurfaceId, expected: string | undefined, actual: string | undefined) =>
  compareText(surface, FILES[surface]!, expected, actual);
/** Changes as `kind | label | path | expected → actual`. */
const told = (surface: SurfaceId, expected: string, actual: string) =>
  compare(surface, expected, actual).changes.map(
    ({ kind, label, path, expected, actual }) => `${kind} | ${label} | ${path} | ${expected ?? ''} → ${actual ?? ''}`,
  );

const update = (value: object) => ({
  from: 'agent',
  frame: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: '{{session#1}}', update: value } },
});
const header = { type: 'fixture', fixture: 'transcript', schema: 1, scenario: 'x', compare: 'strict' };
const chunk = (n: number) => ({ type: 'assistant/chunk', data: { turn: 1, chunk: { type: 'text-delta', index: 0, text: `t${n}` } } });

test('says matched and nothing else where the bytes are equal', () => {
  const text = jsonl(header, update({ sessionUpdate: 'plan', entries: [] }));
  expect(compare('transcript', text, text)).toEqual({
    file: { name: 'transcript.expected.jsonl', status: 'matched', encoding: 'utf8', expected: text, actual: text },
    changes: [],
    changeCounts: {},
    records: { expected: 2, actual: 2 },
  });
});

test('says missing or removed where one side has no file', () => {
  expect(compare('outcome', undefined, '{}\n').file).toEqual({
    name: 'outcome.expected.json',
    status: 'missing',
    encoding: 'utf8',
    actual: '{}\n',
  });
  expect(compare('outcome', '{}\n', undefined).file).toEqual({
    name: 'outcome.expected.json',
    status: 'removed',
    encoding: 'utf8',
    expected: '{}\n',
  });
});

test('tells an inserted event as one change', () => {
  const events = Array.from({ length: 50 }, (_, n) => chunk(n));
  const inserted = [...events.slice(0, 20), { type: 'llm/retry', data: { retry: 1 } }, ...events.slice(20)];
  const { changes, changeCounts, records } = compare('session-log', jsonl(...events), jsonl(...inserted));
  expect(changes).toEqual([
    {
      kind: 'record added',
      file: 'session.expected.jsonl',
      actualRecord: 21,
      label: 'llm/retry',
      path: '',
      actual: '{"type":"llm/retry","data":{"retry":1}}',
    },
  ]);
  expect(changeCounts).toEqual({ 'record added': 1 });
  expect(records).toEqual({ expected: 50, actual: 51 });
  expect(told('session-log', jsonl(...inserted), jsonl(...events))).toEqual([
    'record removed | llm/retry |  | {"type":"llm/retry","data":{"retry":1}} → ',
  ]);
});

test('tells a changed field by its path and kind', () => {
  const call = (value: object) => jsonl(header, update({ sessionUpdate: 'tool_call', toolCallId: '{{call#2}}', ...value }));
  expect(told('transcript', call({ title: 'a' }), call({ title: 'b' }))).toEqual([
    'value | tool_call {{call#2}} | $.frame.params.update.title | "a" → "b"',
  ]);
  expect(told('transcript', call({ title: 'a' }), call({ title: 'a', kind: 'read' }))).toEqual([
    'field added | tool_call {{call#2}} | $.frame.params.update.kind |  → "read"',
  ]);
  expect(told('transcript', call({ title: 'a', kind: 'read' }), call({ title: 'a' }))).toEqual([
    'field removed | tool_call {{call#2}} | $.frame.params.update.kind | "read" → ',
  ]);
});

test('tells where only tokens differ', () => {
  const call = (id: string, path: string) => jsonl(update({ sessionUpdate: 'tool_call', toolCallId: id, path }));
  expect(told('transcript', call('{{call#1}}', '{{cwd}}/a'), call('{{call#2}}', '{{home}}/a'))).toEqual([
    'normalized only | tool_call {{call#1}} | $.frame.params.update.toolCallId | "{{call#1}}" → "{{call#2}}"',
    'normalized only | tool_call {{call#1}} | $.frame.params.update.path | "{{cwd}}/a" → "{{home}}/a"',
  ]);
  expect(told('transcript', call('{{call#1}}', '{{cwd}}/a'), call('{{call#1}}', '/a'))[0]).toContain('value |');
});

test('tells a stop or finish reason as such', () => {
  const response = (stopReason: string) => jsonl({ from: 'agent', frame: { id: '{{client-request#2}}', result: { stopReason } } });
  expect(told('transcript', response('end_turn'), response('refusal'))).toEqual([
    'finish kind | response {{client-request#2}} | $.frame.result.stopReason | "end_turn" → "refusal"',
  ]);
  const finish = (kind: string) =>
    jsonl(
      { type: 'assistant/chunk', data: { chunk: { type: 'finish', reason: { kind } } } },
      { type: 'turn/end', data: { reason: { kind } } },
    );
  expect(told('session-log', finish('stop'), finish('error'))).toEqual([
    'finish kind | assistant/chunk finish | $.data.chunk.reason.kind | "stop" → "error"',
    'finish kind | turn/end | $.data.reason.kind | "stop" → "error"',
  ]);
  expect(told('outcome', '{"prompts":[{"stopReason":"a"}]}\n', '{"prompts":[{"stopReason":"b"}]}\n')).toEqual([
    'finish kind | record | $.prompts[0].stopReason | "a" → "b"',
  ]);
});

test('tells a moved record as one change of order', () => {
  const [a, b, c] = [
    { type: 'a', data: {} },
    { type: 'b', data: {} },
    { type: 'c', data: {} },
  ];
  const { changes } = compare('session-log', jsonl(a, b, c), jsonl(b, c, a));
  expect(changes).toEqual([{ kind: 'order', file: 'session.expected.jsonl', expectedRecord: 1, actualRecord: 3, label: 'a', path: '' }]);
  expect(told('session-log', jsonl(a, a, b, c), jsonl(b, c, a, a))).toHaveLength(2);
  expect(told('session-log', jsonl(a, a, b, c), jsonl(b, c, a)).map((line) => line.split(' |')[0])).toEqual(['order', 'record removed']);
});

test('tells no line of a text as moved, for many lines are equal', () => {
  expect(told('workspace', 'a\n}\nb\nc\n', 'a\nb\nc\n}\n').map((line) => line.split(' |')[0])).toEqual(['record removed', 'record added']);
});

test('tells other key order and other spacing of equal values', () => {
  expect(told('session-log', '{"type":"a","data":{"x":1,"y":2}}\n', '{"type":"a","data":{"y":2,"x":1}}\n')).toEqual([
    expect.stringContaining('order | a |'),
  ]);
  expect(told('session-log', '{"type":"a","data":{}}\n', '{"type":"a", "data":{}}\n')).toEqual([expect.stringContaining('value | a |')]);
  expect(told('outcome', '{"a":1}\n', '{"a": 1}\n')).toEqual(['value | form |  | "these bytes" → "other bytes for the same values"']);
});

test('tells a lost final newline and other line ends', () => {
  expect(told('session-log', '{"type":"a"}\n', '{"type":"a"}')).toEqual(['value | final newline |  | "present" → "missing"']);
  expect(told('workspace', 'a', 'a\n')).toEqual(['value | final newline |  | "missing" → "present"']);
  expect(told('workspace', 'a\nb\n', 'a\r\nb\r\n')).toEqual(['value | line ends |  | "LF" → "CRLF"']);
  expect(told('workspace', 'a\r\nb\n', 'a\nb\n')).toEqual(['value | line ends |  | "1 CRLF, 1 LF" → "LF"']);
  expect(told('workspace', 'a\r\nb\n', 'a\nb\r\n')).toEqual(['value | form |  | "these bytes" → "other bytes for the same values"']);
  expect(told('workspace', '', 'a\n')).toEqual(['record added | line 1 |  |  → "a"']);
});

test("never compares the client's rows, and tells ordinals of the whole file", () => {
  const row = (id: number) => ({ from: 'client', frame: { id } });
  const plan = update({ sessionUpdate: 'plan', entries: [] });
  const sorted = { frame: { id: 9 }, from: 'client' };
  expect(compare('transcript', jsonl(header, row(1), plan), jsonl(header, row(2), row(3), plan, sorted)).file.status).toBe('matched');
  const { changes, records } = compare(
    'transcript',
    jsonl(header, row(1), plan),
    jsonl(header, row(1), row(2), update({ sessionUpdate: 'plan', entries: [1] })),
  );
  expect(changes).toMatchObject([{ expectedRecord: 3, actualRecord: 4 }]);
  expect(records).toEqual({ expected: 2, actual: 2 });
  const quoted = (text: string) => jsonl(update({ sessionUpdate: 'x', text }));
  expect(compare('transcript', quoted('{"from":"client"}'), quoted('{"from":"client"} ')).file.status).toBe('changed');
  const nested = (n: number) => jsonl({ from: 'agent', frame: { result: { from: 'client', n } } });
  expect(compare('transcript', nested(1), nested(2)).file.status).toBe('changed');
  expect(compare('transcript', jsonl(row(1)), jsonl(row(2)).trimEnd()).changes).toMatchObject([{ label: 'final newline' }]);
  expect(compare('session-log', jsonl(row(1)), jsonl(row(2))).file.status).toBe('changed');
});

test('calls changes of the prompt prompt and of the schemas schema, in sidecars and in requests', () => {
  expect(told('system-prompt', 'You are.\nBe kind.\n', 'You are.\nBe brief.\n')).toEqual(['prompt | line 2 |  | "Be kind." → "Be brief."']);
  expect(told('system-prompt', 'a\n', 'a\nb\n')).toEqual(['prompt | line 2 |  |  → "b"']);
  const tools = (...names: string[]) =>
    `${JSON.stringify(
      names.map((name) => ({ name, description: `to ${name}`, parameters: {} })),
      null,
      2,
    )}\n`;
  expect(told('tool-schemas', tools('read', 'edit'), tools('read', 'write', 'edit'))).toEqual([
    'schema | tool write |  |  → {"name":"write","description":"to write","parameters":{}}',
  ]);
  expect(told('tool-schemas', tools('read'), tools('read').replace('to read', 'reads'))).toEqual([
    'schema | tool read | $.description | "to read" → "reads"',
  ]);
  expect(told('tool-schemas', tools('read', 'edit'), tools('edit', 'read')).map((line) => line.split(' |')[0])).toEqual(['order']);
  expect(told('tool-schemas', 'null\n', '{}\n')).toHaveLength(2);
  const call = (request: object) => jsonl({ type: 'request', lane: 1, place: 2, request });
  expect(
    told(
      'requests',
      call({ system: 'a', tools: [{ name: 'x' }], messages: [] }),
      call({ system: 'b', tools: [{ name: 'y' }], messages: [1] }),
    ),
  ).toEqual([
    'prompt | model call 2 of lane 1 | $.request.system | "a" → "b"',
    'schema | model call 2 of lane 1 | $.request.tools[0].name | "x" → "y"',
    'field added | model call 2 of lane 1 | $.request.messages[0] |  → 1',
  ]);
});

test('labels every kind of record', () => {
  const records: [SurfaceId, object, string][] = [
    ['transcript', header, 'header'],
    ['transcript', { from: 'agent', chunks: 'agent_message_chunk', pieces: [] }, 'agent_message_chunk'],
    ['transcript', { from: 'agent', noise: 'x' }, 'noise'],
    ['transcript', { from: 'agent', frame: 3 }, 'agent'],
    ['transcript', { from: 'agent', frame: { id: 1, error: {} } }, 'error 1'],
    [
      'transcript',
      { from: 'agent', frame: { id: '{{agent-request#1}}', method: 'fs/read_text_file', params: 1 } },
      'fs/read_text_file {{agent-request#1}}',
    ],
    ['session-log', { type: 'tool/call', data: { callId: '{{call#1}}' } }, 'tool/call {{call#1}}'],
    ['session-log', { type: 'session', id: 's' }, 'session'],
    ['tool-calls', { call: '{{call#1}}', name: 'read' }, 'read {{call#1}}'],
    ['tool-calls', { call: '{{call#1}}', name: null }, 'result {{call#1}}'],
    ['tool-calls', { rule: 'late-update' }, 'late-update'],
    ['tool-calls', { other: 1 }, 'record'],
    ['tool-calls', [1], 'text'],
  ];
  for (const [surface, record, label] of records)
    expect(compare(surface, '', jsonl(record)).changes).toMatchObject([{ kind: 'record added', label }]);
});

test('reads a line that is no JSON as text', () => {
  expect(told('session-log', '<<<<<<< HEAD\n', '{"type":"a"}\n').map((line) => line.split(' |')[0])).toEqual([
    'record removed',
    'record added',
  ]);
  expect(told('outcome', '{"a":1}\n', 'not json\n')[0]).toContain('line 1');
  expect(told('outcome', '"text"\n', '"other"\n')).toEqual(['value | line 1 |  | "\\"text\\"" → "\\"other\\""']);
  expect(compareText('workspace', 'workspace.expected/p.json', '{"a":1}\n', '{"a": 1}\n').changes).toMatchObject([
    { kind: 'value', label: 'line 1' },
  ]);
});

test('keeps the first 200 changes and counts them all', () => {
  const side = (text: string) => jsonl(...Array.from({ length: 300 }, (_, n) => ({ type: `e${n}`, data: { text } })));
  const { changes, changeCounts } = compare('session-log', side('a'), side('b'));
  expect(changes).toHaveLength(200);
  expect(changeCounts).toEqual({ value: 300 });
});

test('cuts long values around their first difference', () => {
  const long = 'x'.repeat(5_000);
  const [change] = compare(
    'session-log',
    jsonl({ type: 'a', data: { t: `${long}1${long}` } }),
    jsonl({ type: 'a', data: { t: `${long}2` } }),
  ).changes;
  expect(change!.expected!.length).toBeLessThanOrEqual(2_000);
  expect(change!.expected).toMatch(/^…x+1x+…$/);
  expect(change!.actual).toMatch(/^…x+2"$/);
  const [added] = compare('session-log', '', jsonl({ type: 'a', data: long })).changes;
  expect(added!.actual).toMatch(/^\{"type":"a","data":"x+…$/);
  expect(added!.actual!.length).toBeLessThanOrEqual(2_000);
});

test('words the first divergence in one line', () => {
  const call = (title: string) => jsonl(header, update({ sessionUpdate: 'tool_call', toolCallId: '{{call#2}}', title }));
  expect(firstDivergence(compare('transcript', call('Read a'), call('Read b')))).toBe(
    'transcript.expected.jsonl record 2 (tool_call {{call#2}}) $.frame.params.update.title: "Read a" → "Read b"',
  );
  expect(firstDivergence(compare('transcript', call('a'), call('a')))).toBeUndefined();
  const [a, b] = [
    { type: 'a', data: {} },
    { type: 'b', data: {} },
  ];
  expect(firstDivergence(compare('session-log', jsonl(a), jsonl(a, b)))).toBe(
    'session.expected.jsonl record 2 (b): added {"type":"b","data":{}}',
  );
  expect(firstDivergence(compare('session-log', jsonl(a, b), jsonl(a)))).toBe(
    'session.expected.jsonl record 2 (b): removed {"type":"b","data":{}}',
  );
  expect(firstDivergence(compare('session-log', jsonl(a, b), jsonl(b, a)))).toMatch(
    /^session\.expected\.jsonl record 1 \(a\): moved to record 2$|record 2 \(b\): moved to record 1$/,
  );
  expect(firstDivergence(compare('session-log', '{"type":"a"}\n', '{"type":"a"}'))).toBe(
    'session.expected.jsonl (final newline): "present" → "missing"',
  );
  expect(describeChange({ kind: 'record added', file: 'f', label: 'file', path: '' })).toBe('f (file): added');
  expect(describeChange({ kind: 'value', file: 'f', label: 'l', path: '', expected: 'e'.repeat(300), actual: 'a' }).length).toBeLessThan(
    150,
  );
});
