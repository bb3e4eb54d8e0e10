import { expect, test } from '@playwright/test';
import { classify, semanticMutations, volatileMutations, type Capture } from '../../../harness/mutate/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import type { FieldNormalizer } from '../../../harness/schema/index.js';
import { foreignLogSurface } from '../../../harness/surfaces/index.js';
import { captureOf, contextOf, CWD } from './capture-of.js';

const SESSION = '0195c0de-1111-4222-8333-444455556666';
const CALL = 'toolu_01AbCdEf2345';
const normalizers: readonly FieldNormalizer[] = [
  {
    name: 'date at text',
    reason: 'the calendar',
    surface: 'session-log',
    path: 'text',
    token: '{{date}}',
    pattern: String.raw`(?<=Today is )\d{4}-\d\d-\d\d`,
  },
  { name: 'branch at git', reason: 'the work tree', surface: 'session-log', path: 'git', token: '{{branch}}', pattern: '^.+$' },
];
const context = contextOf({ normalizers });

const capture = captureOf({
  logs: [],
  sessionLogs: {
    leftOut: [],
    logs: [
      {
        session: SESSION,
        files: [`${SESSION}.jsonl`],
        records: [
          { session_id: SESSION, started_at: 1_796_068_800, cwd: CWD, git: 'main' },
          { text: 'Today is 2026-11-30', arguments: { name: CALL } },
          { call_id: CALL, ok: true, tags: [] },
          { call_id: 'toolu_09ZyXwVu8765', text: `read ${CALL}.txt` },
        ],
      },
      { session: 'aside-0195c0de', files: ['other.jsonl'], records: [{ n: 1 }, { n: 1 }] },
    ],
  },
});

const textOf = ({ sessionLogs, bindings }: Capture): string =>
  foreignLogSurface(sessionLogs!.logs, { scenario: 's', bindings, counts: createCounts(), normalizers })
    .map(({ text }) => text)
    .join('');

const leaves = classify(capture, context);
const ofLog = leaves.filter(({ record }) => record.part === 'foreign');

test('each leaf of a log in a form of its own is of one class', () => {
  const classes = ofLog.map((leaf) => `${leaf.record.file}.${leaf.record.index} ${leaf.path.join('.')}: ${leaf.class}`);
  expect(classes).toEqual([
    '0.0 session_id: volatile',
    '0.0 started_at: volatile',
    '0.0 cwd: volatile',
    '0.0 git: volatile',
    '0.1 text: semantic',
    '0.1 arguments.name: semantic',
    '0.2 call_id: volatile',
    '0.2 ok: semantic',
    '0.2 tags: semantic',
    '0.3 call_id: volatile',
    '0.3 text: semantic',
    '1.0 n: semantic',
    '1.1 n: semantic',
  ]);
});

test('every change of a value, an id and a record shows in the log as it is compared', () => {
  const mutations = semanticMutations(capture, leaves, context).filter(({ part }) => part === 'foreign');
  for (const { kind, where, apply } of mutations) expect(textOf(apply(capture)), `${kind} ${where}`).not.toBe(textOf(capture));
  const kinds = mutations.map(({ kind }) => kind);
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  // The two last records are equal: which of them comes first is no fact.
  expect([count('order'), count('dropped'), count('doubled'), count('id')]).toEqual([3, 6, 6, 2]);
});

test('nothing that a normalizer takes away shows, also where a text repeats it', () => {
  const mutations = volatileMutations(capture, leaves).filter(({ part, kind }) => part === 'foreign' || kind === 'cwd');
  for (const { kind, where, apply } of mutations) expect(textOf(apply(capture)), `${kind} ${where}`).toBe(textOf(capture));
  expect(mutations.map(({ kind }) => kind).toSorted()).toEqual([
    'branch at git',
    'call id',
    'call id',
    'cwd',
    'date at text',
    'session id',
    'time',
  ]);
  const [date] = mutations.filter(({ kind }) => kind === 'date at text');
  expect(date!.apply(capture).sessionLogs!.logs[0]!.records[1]).toMatchObject({ text: 'Today is 3137-22-41' });
});

test('where a record stands that is written aside is given up; that it is there is not', () => {
  const records = [
    { type: 'title', t: 'a' },
    { type: 'user' },
    { type: 'title', t: 'b' },
    { type: 'again' },
    { type: 'user' },
    { type: 'again' },
  ];
  const titled = captureOf({ logs: [], sessionLogs: { leftOut: [], logs: [{ session: SESSION, files: [], records }] } });
  const aside = [
    { where: { type: 'title' }, reason: 'another call' },
    { where: { type: 'again' }, reason: 'written at the end too', once: true },
  ] as const;
  const withAside = { ...context, aside: { records: aside } };
  const show = ({ sessionLogs, bindings }: Capture): string =>
    foreignLogSurface(sessionLogs!.logs, { scenario: 's', bindings, counts: createCounts(), aside })[0]!.text;
  const mutations = semanticMutations(titled, classify(titled, withAside), withAside).filter(({ part }) => part === 'foreign');
  for (const { kind, where, loss, apply } of mutations)
    expect(show(apply(titled)) === show(titled), `${kind} ${where}`).toBe(loss !== undefined);
  expect(mutations.filter(({ loss }) => loss !== undefined).map(({ kind }) => kind)).toEqual([
    'order',
    'order',
    'order',
    'order',
    'dropped',
    'doubled',
    'order',
    'dropped',
    'doubled',
  ]);
});

test('a log that the scenario does not declare is not mutated', () => {
  const undeclared = { ...context, surfaces: new Set(['transcript'] as const) };
  const others = classify(capture, undeclared).filter(({ record }) => record.part === 'foreign');
  expect(new Set(others.map(({ why }) => why))).toEqual(new Set(['surface not declared: session-log']));
  expect(semanticMutations(capture, others, undeclared)).toEqual([]);
});
