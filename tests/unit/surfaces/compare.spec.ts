import { expect, test } from '@playwright/test';
import { surfaceComparison, type SurfaceId } from '../../../harness/schema/index.js';
import { belongsTo, compareSurface, isView, PINNED_ELSEWHERE, type SurfaceActual } from '../../../harness/surfaces/index.js';

const bytes = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text);
const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const actual = (surface: SurfaceId, files: Record<string, string | Uint8Array>, more: Partial<SurfaceActual> = {}): SurfaceActual => ({
  surface,
  status: 'captured',
  files: Object.entries(files).map(([name, content]) => ({ name, content: bytes(content) })),
  normalized: [],
  notCompared: [],
  ...more,
});
const committed = (files: Record<string, string | Uint8Array>) =>
  new Map(Object.entries(files).map(([name, content]) => [name, bytes(content)]));
const compare = (
  surface: SurfaceId,
  produced: Record<string, string | Uint8Array>,
  expected: Record<string, string | Uint8Array>,
  more: Partial<SurfaceActual> = {},
) => {
  const comparison = compareSurface(actual(surface, produced, more), committed(expected));
  // Everything that leaves this module is plain data of the published form.
  expect(surfaceComparison.parse(comparison)).toEqual(comparison);
  return comparison;
};

test('compares only the files of the surface', () => {
  const expected = { 'outcome.expected.json': '{"exitCode":0}\n', 'transcript.expected.jsonl': 'x\n' };
  expect(compare('outcome', { 'outcome.expected.json': '{"exitCode":0}\n' }, expected)).toMatchObject({
    status: 'matched',
    files: [{ name: 'outcome.expected.json', status: 'matched' }],
    changes: [],
  });
  expect(compare('outcome', { 'outcome.expected.json': '{"exitCode":1}\n' }, expected)).toMatchObject({
    status: 'changed',
    changeCounts: { value: 1 },
    records: { expected: 1, actual: 1 },
  });
});

test('carries counts, notes and what was not compared', () => {
  const normalized = [{ name: 'cwd', reason: 'r', count: 2 }];
  expect(compare('outcome', { 'outcome.expected.json': '{}\n' }, {}, { normalized, notCompared: ['times'], note: 'n' })).toMatchObject({
    normalized,
    notCompared: ['times'],
    note: 'n',
  });
});

test('passes on why a surface was not captured', () => {
  for (const status of ['not-reached', 'failed-to-run', 'skipped'] as const) {
    const produced: Record<string, string> = status === 'failed-to-run' ? { 'transcript.expected.jsonl': 'y\n' } : {};
    expect(compare('transcript', produced, { 'transcript.expected.jsonl': 'x\n' }, { status, note: 'why' })).toMatchObject({
      status,
      note: 'why',
      files: status === 'failed-to-run' ? [{ name: 'transcript.expected.jsonl', actual: 'y\n' }] : [],
      changes: [],
      changeCounts: {},
    });
  }
});

test('says missing where nothing is committed, changed where the run produced nothing, skipped where neither is', () => {
  expect(compare('transcript', { 'transcript.expected.jsonl': 'x\n' }, {})).toMatchObject({
    status: 'missing',
    files: [{ status: 'missing' }],
  });
  expect(compare('requests', {}, { 'requests.expected.jsonl': 'x\n' })).toMatchObject({
    status: 'changed',
    changes: [{ kind: 'record removed', label: 'file' }],
  });
  expect(compare('requests', {}, {})).toMatchObject({ status: 'skipped', note: 'nothing to compare' });
  expect(compare('requests', {}, {}, { note: 'no model call' })).toMatchObject({ status: 'skipped', note: 'no model call' });
});

test('skips a sidecar pinned elsewhere, unless the bytes of the pin are handed in', () => {
  const file = { 'system-prompt.expected.md': 'You are.' };
  expect(compare('system-prompt', file, {}, { note: PINNED_ELSEWHERE }).status).toBe('skipped');
  expect(compare('system-prompt', file, { 'system-prompt.expected.md': 'You were.' }, { note: PINNED_ELSEWHERE })).toMatchObject({
    status: 'changed',
    changeCounts: { prompt: 1 },
  });
});

test('compares the log with what was recorded, named by its own header', () => {
  const header = { type: 'session', version: 0, id: 's', createdAt: 1, cwd: '{{cwd}}', delegationDepth: 0 };
  const fixture = { type: 'fixture', fixture: 'session', schema: 1, scenario: 'case' };
  const produced = (turn: number) => ({
    'session.expected.jsonl': jsonl(
      fixture,
      { type: 'session', version: 0, id: '{{session#1}}', cwd: '{{cwd}}', delegationDepth: 0 },
      { type: 'turn/start', data: { turn } },
    ),
  });
  const expected = { 'session.jsonl': jsonl(header, { type: 'turn/start', seq: 0, time: 9, data: { turn: 1 } }) };
  expect(compare('session-log', produced(1), expected).status).toBe('matched');
  expect(compare('session-log', produced(2), expected)).toMatchObject({
    status: 'changed',
    changes: [{ path: '$.data.turn', expected: '1', actual: '2' }],
  });
  const named = compareSurface(actual('session-log', {}), committed(expected), { scenario: 'case' });
  expect(named).toMatchObject({ status: 'changed', files: [{ status: 'removed' }] });
  expect(compareSurface(actual('session-log', {}), committed(expected)).files[0]!.expected).toContain('"scenario":""');
});

test('compares tool calls with the same view on the expected log', () => {
  const header = { type: 'session', version: 0, id: 's', createdAt: 1, cwd: '{{cwd}}', delegationDepth: 0 };
  const expected = {
    'session.jsonl': jsonl(header, { type: 'tool/call', data: { callId: 'c', name: 'read', arguments: '{"path":"a"}' } }),
  };
  const record = (path: string) => ({ 'tool-calls': jsonl({ call: '{{call#1}}', name: 'read', arguments: { path }, result: null }) });
  expect(compare('tool-calls', record('a'), expected).status).toBe('matched');
  expect(compare('tool-calls', record('b'), expected)).toMatchObject({
    status: 'changed',
    changes: [{ label: 'read {{call#1}}', path: '$.arguments.path' }],
  });
});

test('expects no finding but what the header allows', () => {
  expect(compare('conformance', { conformance: '' }, {}).status).toBe('matched');
  expect(compare('conformance', { conformance: jsonl({ rule: 'bad-id', message: 'm' }) }, {})).toMatchObject({
    status: 'changed',
    changes: [{ kind: 'record added', label: 'bad-id' }],
  });
});

test('compares the workspace file by file, text and binary', () => {
  const folder = 'workspace.expected/';
  const expected = {
    [`${folder}a.txt`]: 'one\ntwo\n',
    [`${folder}b.bin`]: new Uint8Array([0, 1]),
    [`${folder}gone`]: 'x',
    'outcome.expected.json': '{}\n',
  };
  const produced = {
    [`${folder}a.txt`]: 'one\n2\n',
    [`${folder}b.bin`]: new Uint8Array([0, 1, 2]),
    [`${folder}new`]: new Uint8Array([0]),
    [`${folder}new.txt`]: 'n',
  };
  const comparison = compare('workspace', produced, expected);
  expect(comparison.files.map(({ name, status, encoding }) => [name.slice(folder.length), status, encoding])).toEqual([
    ['a.txt', 'changed', 'utf8'],
    ['b.bin', 'changed', 'base64'],
    ['gone', 'removed', 'utf8'],
    ['new', 'missing', 'base64'],
    ['new.txt', 'missing', 'utf8'],
  ]);
  expect(comparison.changes.map(({ kind, file, label }) => [kind, file.slice(folder.length), label])).toEqual([
    ['value', 'a.txt', 'line 2'],
    ['value', 'b.bin', 'binary'],
    ['record removed', 'gone', 'file'],
    ['record added', 'new', 'file'],
    ['record added', 'new.txt', 'file'],
  ]);
  expect(comparison.files[1]).toMatchObject({ expected: 'AAE=', actual: 'AAEC' });
  expect(compare('workspace', { [`${folder}b`]: new Uint8Array([0]) }, { [`${folder}b`]: new Uint8Array([0]) }).status).toBe('matched');
  expect(compare('workspace', {}, { [`${folder}b`]: new Uint8Array([0]) })).toMatchObject({
    status: 'changed',
    files: [{ status: 'removed', encoding: 'base64', expected: 'AA==' }],
  });
  expect(compare('workspace', { [`${folder}b`]: 'text' }, { [`${folder}b`]: new Uint8Array([0]) }).files[0]).toMatchObject({
    status: 'changed',
    encoding: 'base64',
  });
});

test('expects an empty workspace where the scenario was written down without one', () => {
  expect(compare('workspace', {}, {}).status).toBe('matched');
  expect(compare('workspace', { 'workspace.expected/a': 'x' }, {}).status).toBe('missing');
  expect(compare('workspace', { 'workspace.expected/a': 'x' }, { 'outcome.expected.json': '{}\n' }).status).toBe('changed');
  expect(compare('workspace', { 'workspace.expected/a': 'x' }, { 'session.jsonl': '' }).status).toBe('missing');
});

test('tells no call that a drifted run never came to as removed', () => {
  const call = (place: number, text: string) => ({ type: 'request', lane: 1, place, request: { messages: [text] } });
  const header = { type: 'fixture', fixture: 'requests' };
  const expected = { 'requests.expected.jsonl': jsonl(header, call(1, 'a'), call(2, 'b'), call(3, 'c')) };
  const produced = { 'requests.expected.jsonl': jsonl(header, call(1, 'a'), call(2, 'B')) };
  expect(compare('requests', produced, expected, { note: 'model call 2 drifted' })).toMatchObject({
    status: 'changed',
    changeCounts: { value: 1 },
    changes: [{ label: 'model call 2 of lane 1', path: '$.request.messages[0]' }],
    notCompared: ['1 recorded model calls that were not reached'],
  });
  expect(compare('requests', produced, expected).changeCounts).toEqual({ value: 1, 'record removed': 1 });
  expect(compare('requests', expected, expected, { note: 'drifted' }).notCompared).toEqual([]);
  expect(compare('requests', {}, expected, { note: 'refused to start' })).toMatchObject({ status: 'changed' });
});

test('keeps 200 changes over all files and counts them all', () => {
  const side = (text: string) =>
    Object.fromEntries(
      Array.from({ length: 3 }, (_, n) => [
        `workspace.expected/${n}`,
        Array.from({ length: 150 }, (_, line) => `${line} ${text}\n`).join(''),
      ]),
    );
  const { changes, changeCounts } = compare('workspace', side('a'), side('b'));
  expect(changes).toHaveLength(200);
  expect(changeCounts).toEqual({ value: 450 });
});

test('knows which file belongs to which surface, and which surfaces are views', () => {
  expect(belongsTo('session-log', 'session.12.expected.jsonl')).toBe(true);
  expect(belongsTo('session-log', 'session.jsonl')).toBe(false);
  expect(belongsTo('workspace', 'workspace.expected/a')).toBe(true);
  expect(belongsTo('system-prompt', 'system-prompt.expected.md')).toBe(true);
  expect(belongsTo('tool-schemas', 'tool-schemas.expected.json')).toBe(true);
  expect(belongsTo('tool-calls', 'tool-calls') && belongsTo('conformance', 'conformance')).toBe(true);
  expect(isView('tool-calls') && isView('conformance')).toBe(true);
  expect(isView('workspace')).toBe(false);
});
