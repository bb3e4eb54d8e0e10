import { expect, test } from '@playwright/test';
import { createCounts, isTimeField, normalizeForeignLogs, type NormalizeContext } from '../../../harness/normalize/index.js';
import { looksMinted, mintedKind } from '../../../harness/normalize/minted-ids.js';

const UUIDS = [1, 2, 3].map((n) => `0195a0b0-1111-7222-8333-00000000000${n}`) as [string, string, string];
const bindings = { cwd: ['/tmp/r1/cwd'], home: ['/tmp/r1/home'], tmp: [] };

function normalize(records: unknown[], more: Partial<NormalizeContext> & { session?: string } = {}) {
  const counts = createCounts();
  const { session = 'main', ...context } = more;
  const [log] = normalizeForeignLogs([{ session, records }], { bindings, counts, ...context });
  return { log, counts: Object.fromEntries(counts.list().map(({ name, count }) => [name, count])) };
}

test('numbers minted ids first-seen per kind; one value has one token under every key', () => {
  const { log, counts } = normalize([
    { uuid: UUIDS[0], parentUuid: null, turn_id: 'turn_8f3a9c1d22ab' },
    { uuid: UUIDS[1], parentUuid: UUIDS[0], turn_id: 'turn_8f3a9c1d22ab', tools: { callIds: [UUIDS[2]] } },
  ]);
  expect(log).toEqual([
    { uuid: '{{uuid#1}}', parentUuid: null, turn_id: '{{turn#1}}' },
    { uuid: '{{uuid#2}}', parentUuid: '{{uuid#1}}', turn_id: '{{turn#1}}', tools: { callIds: ['{{call#1}}'] } },
  ]);
  expect(counts).toEqual({ 'uuid id': 3, 'turn id': 2, 'call id': 1 });
});

test('a wrong parent is another token', () => {
  const chain = (parent: string) => normalize([{ uuid: UUIDS[0] }, { uuid: UUIDS[1] }, { parentUuid: parent }]).log;
  expect(chain(UUIDS[0])).not.toEqual(chain(UUIDS[1]));
});

test('sessions are numbered in the order of the logs, wherever they are named', () => {
  const logs = normalizeForeignLogs(
    [
      { session: UUIDS[1], records: [{ child: UUIDS[0], sessionId: UUIDS[1] }] },
      { session: UUIDS[0], records: [{ id: UUIDS[0], parent_session_id: UUIDS[1] }] },
    ],
    { bindings, counts: createCounts() },
  );
  expect(logs).toEqual([
    [{ child: '{{session#2}}', sessionId: '{{session#1}}' }],
    [{ id: '{{session#2}}', parent_session_id: '{{session#1}}' }],
  ]);
});

test('a text that repeats a known id holds its token; any other text stays', () => {
  const { log } = normalize([
    { id: UUIDS[0], text: `see ${UUIDS[0]} and ${UUIDS[1]}`, file: `/x/rollout-2026-11-30T10-00-00-${UUIDS[0]}.jsonl` },
    { [`by ${UUIDS[0]}`]: 1 },
  ]);
  expect(log).toEqual([
    { id: '{{id#1}}', text: `see {{id#1}} and ${UUIDS[1]}`, file: '/x/rollout-2026-11-30T10-00-00-{{id#1}}.jsonl' },
    { 'by {{id#1}}': 1 },
  ]);
});

test('a session whose id is a word takes that word out of id fields only', () => {
  const { log } = normalize([{ sessionId: 'main', kind: 'main', text: 'the main thing' }], { session: 'main' });
  expect(log).toEqual([{ sessionId: '{{session#1}}', kind: 'main', text: 'the main thing' }]);
});

test('what was chosen stays: models, names, ids of the recording, ids inside arguments', () => {
  const records = [
    { modelId: 'claude4sonnet20250929', providerID: 'mockprovider0001', agentId: 'build', call_id: 'call_fixed_1', callId: 7 },
    { type: 'call', arguments: { id: UUIDS[0], updatedAt: '2026-11-30T10:00:00Z' }, input: { duration: 5 } },
  ];
  expect(normalize(records)).toEqual({ log: records, counts: {} });
});

test('times by name and value, in seconds, milliseconds and ISO 8601; durations, pid and trace', () => {
  const { log, counts } = normalize([
    { timestamp: '2026-11-30T10:00:00.123Z', started_at: 1_796_068_800, time: { created: 1_796_068_800_123, limit: 1_796_068_800 } },
    { date: '2026-11-30', created: 'yesterday', time: 12, order_at: null },
    { durationMs: 12, total_elapsed: 3, pid: 4711, traceparent: '00-ab-cd-01', timeout: 5, duration: 'long' },
  ]);
  expect(log).toEqual([
    { timestamp: '{{time}}', started_at: '{{time}}', time: { created: '{{time}}', limit: 1_796_068_800 } },
    { date: '2026-11-30', created: 'yesterday', time: 12, order_at: null },
    { durationMs: '{{duration}}', total_elapsed: '{{duration}}', pid: '{{pid}}', traceparent: '{{trace}}', timeout: 5, duration: 'long' },
  ]);
  expect(counts).toEqual({ time: 3, duration: 2, pid: 1, trace: 1 });
});

test('folders of the run become tokens in values and in keys, also inside arguments', () => {
  const { log } = normalize([{ cwd: '/tmp/r1/cwd', files: { '/tmp/r1/cwd/a.txt': 1 }, arguments: '{"path":"/tmp/r1/home/.x"}' }]);
  expect(log).toEqual([{ cwd: '{{cwd}}', files: { '{{cwd}}/a.txt': 1 }, arguments: '{"path":"{{home}}/.x"}' }]);
});

test("the profile's rules come last, by path and by pattern, and may leave rules of every agent out", () => {
  const surface = 'session-log' as const;
  const { log, counts } = normalize([{ payload: { output: 'Chunk ID: 0a1b2c\nok' }, version: '0.137.0', time: 1_796_068_800 }], {
    normalizers: [
      { name: 'chunk', reason: 'random', surface, path: 'payload.output', pattern: '(?<=Chunk ID: )[0-9a-f]{6}', token: '{{chunk}}' },
      { name: 'version', reason: 'a release', surface, path: 'version', token: '{{version}}' },
      { name: 'other', reason: 'another surface', surface: 'transcript', path: 'payload.output', token: '{{no}}' },
      { name: 'duration', reason: 'only this', surface: 'every', path: '', token: '{{duration}}' },
    ],
  });
  expect(log).toEqual([{ payload: { output: 'Chunk ID: {{chunk}}\nok' }, version: '{{version}}', time: 1_796_068_800 }]);
  expect(counts).toEqual({ chunk: 1, version: 1 });
});

test('drops nothing and changes no input: scalars, nulls, nested lists, a key named __proto__', () => {
  const records = ['text', 3, null, true, [[{ a: [] }]], JSON.parse('{"__proto__":{"x":1}}') as object];
  const before = JSON.stringify(records);
  const { log } = normalize(records);
  expect(JSON.stringify(log)).toBe(before);
  expect(JSON.stringify(records)).toBe(before);
});

for (const [value, minted] of [
  [UUIDS[0], true],
  [`call_${UUIDS[0]}`, true],
  ['ses_4f1a9c0022ab', true],
  ['toolu_01AbCdEfGhIjKl', true],
  ['V1StGXR8_Z5jdHi6B-myT', true],
  ['write_file__write_file_1796068800123_0', true],
  ['abcdefghijklmnopqrst', true],
  ['msg_fixed_tool', false],
  ['claude-sonnet-4-5', false],
  ['build', false],
  ['', false],
] as const)
  test(`"${value}" ${minted ? 'looks minted' : 'does not look minted'}`, () => expect(looksMinted(value)).toBe(minted));

for (const [key, kind] of [
  ['uuid', 'uuid'],
  ['parentUuid', 'uuid'],
  ['turn_id', 'turn'],
  ['parentID', 'id'],
  ['sourceIds', 'id'],
  ['messageIDs', 'message'],
  ['modelId', undefined],
  ['grid', undefined],
  ['', undefined],
] as const)
  test(`"${key}" ${kind ? `holds an id of kind ${kind}` : 'holds no id'}`, () => expect(mintedKind(key)).toBe(kind));

test('a time needs a name that speaks of one, and a value that is a moment', () => {
  expect(isTimeField('time_created', 1_796_068_800)).toBe(true);
  expect(isTimeField('tokens', 1_796_068_800)).toBe(false);
  expect(isTimeField('lastUpdated', '2026-11-30T10:00')).toBe(true);
  expect(isTimeField('lastUpdated', {})).toBe(false);
});

test('records that a call beside the turn brings stand behind the others, and what they say still shows', () => {
  const aside = [
    { where: { type: 'title-request' }, reason: 'a call of its own' },
    { where: { type: 'title', 'data.by': 'model' }, reason: 'a call of its own' },
  ];
  const title = (text: string) => ({ type: 'title', data: { by: 'model', text } });
  const others = [{ type: 'title', data: { by: 'rule' } }, { type: 'title' }, 'title', { type: 'end', id: UUIDS[0] }];
  const early = normalize([{ type: 'title-request' }, title('a'), ...others], { aside });
  const late = normalize([...others.slice(0, 2), title('a'), ...others.slice(2), { type: 'title-request' }], { aside });
  expect(late).toEqual(early);
  expect(early.log).toEqual([...others.slice(0, 3), { type: 'end', id: '{{id#1}}' }, { type: 'title-request' }, title('a')]);
  expect(early.counts).toMatchObject({ 'place of title-request': 1, 'place of title model': 1 });
  expect(normalize(early.log!, { aside }).log, 'normalizing twice changes nothing').toEqual(early.log);
  expect(normalize([...others, title('b')], { aside }).log).not.toEqual(normalize([...others, title('a')], { aside }).log);
  expect(normalize([title('a'), title('b')], { aside }).log).not.toEqual(normalize([title('b'), title('a')], { aside }).log);
});
