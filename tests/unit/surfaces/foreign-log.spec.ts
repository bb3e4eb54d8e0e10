import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/index.js';
import { sessionExpectedHeader } from '../../../harness/schema/index.js';
import { compareSurface, foreignLogSurface, namesToolCalls, toolCallsOf } from '../../../harness/surfaces/index.js';

const surface = (...logs: { session: string; records: unknown[] }[]) =>
  foreignLogSurface(logs, { scenario: 'case', bindings: { cwd: [], home: [], tmp: [] }, counts: createCounts() });

test('a file per session, each with a header of ours and then the records', () => {
  const files = surface({ session: 'a', records: [{ x: 1 }] }, { session: 'b', records: [[2]] });
  expect(files.map(({ name }) => name)).toEqual(['session.expected.jsonl', 'session.1.expected.jsonl']);
  const [header, record] = files[0]!.text.split('\n');
  expect(sessionExpectedHeader.safeParse(JSON.parse(header!)).success).toBe(true);
  expect(record).toBe('{"x":1}');
});

test('compared with what is committed, one changed field is one change with its place', () => {
  const file = (text: string) => surface({ session: 'a', records: [{ type: 'user', message: { text } }, { type: 'end' }] })[0]!;
  const bytes = ({ text }: { text: string }) => new TextEncoder().encode(text);
  const actual = {
    surface: 'session-log',
    status: 'captured',
    files: [{ name: 'session.expected.jsonl', content: bytes(file('b')) }],
    normalized: [],
    notCompared: [],
  } as const;
  expect(compareSurface(actual, new Map([['session.expected.jsonl', bytes(file('b'))]])).status).toBe('matched');
  const changed = compareSurface(actual, new Map([['session.expected.jsonl', bytes(file('a'))]]));
  expect(changed.status).toBe('changed');
  expect(changed.changes).toMatchObject([{ path: '$.message.text', expected: '"a"', actual: '"b"' }]);
});

test('tool calls are read off a log of another agent where it is in the form that names them', () => {
  const content = (file: { text: string }) => ({ name: 'session.expected.jsonl', content: new TextEncoder().encode(file.text) });
  const call = { type: 'tool/call', data: { callId: 'c', name: 'write', arguments: '{"a":1}' } };
  const known = content(surface({ session: 'a', records: [{ type: 'session', version: 0 }, call] })[0]!);
  expect(namesToolCalls([known])).toBe(true);
  expect(JSON.parse(toolCallsOf([known]))).toMatchObject({ name: 'write', arguments: { a: 1 } });
  expect(namesToolCalls([content(surface({ session: 'a', records: [{ type: 'session' }, call] })[0]!)])).toBe(false);
  expect(namesToolCalls([content(surface({ session: 'a', records: [] })[0]!)])).toBe(false);
  expect(namesToolCalls([])).toBe(false);
});
