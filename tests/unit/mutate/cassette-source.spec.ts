import { expect, test } from '@playwright/test';
import { decodeReply, encodeReply } from '../../../harness/dialects/index.js';
import { sourceMutations } from '../../../harness/mutate/index.js';
import { DIALECTS, type AuthoredRecord, type Dialect, type Exchange, type WireReply } from '../../../harness/schema/index.js';

const FILE = 'provider-replay.jsonl';
const HEADER = { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 's' };
const AUTHORED: Extract<AuthoredRecord, { type: 'reply' }> = {
  type: 'reply',
  lane: 1,
  reasoning: 'First I look.',
  text: 'I look in {{cwd}}.',
  toolCalls: [
    { name: 'read', arguments: { path: 'notes.txt', lines: 3 } },
    { name: 'wait', arguments: { seconds: 2 } },
  ],
};

function counted(): (kind: string) => string {
  let count = 0;
  return (kind) => `${kind}_${++count}`;
}

const encoded = (dialect: Dialect, stream: boolean, authored: AuthoredRecord = AUTHORED): WireReply =>
  encodeReply(dialect, authored, { stream, model: 'm', created: 1, ids: counted() });

const exchangeOf = (dialect: Dialect, reply: WireReply): Exchange => ({
  type: 'exchange',
  lane: 1,
  place: 1,
  dialect,
  request: {
    dialect,
    method: 'POST',
    path: '/x',
    headers: {},
    config: { provider: dialect, model: 'm' },
    system: 's',
    tools: [],
    messages: [],
  },
  reply,
});

const cassette = (...records: object[]): string => [HEADER, ...records].map((record) => `${JSON.stringify(record)}\n`).join('');
const mutationsOf = (text: string) => sourceMutations({ logs: [], cassette: [FILE, text] });
/** The record that a mutation changed. */
const changedRow = (before: string, after: string): Exchange => {
  const rows = after.split('\n');
  const changed = rows.flatMap((row, at) => (row === before.split('\n')[at] ? [] : [row]));
  expect(changed).toHaveLength(1);
  expect(rows).toHaveLength(before.split('\n').length);
  return JSON.parse(changed[0]!) as Exchange;
};

for (const dialect of DIALECTS) {
  for (const stream of [true, false]) {
    test(`a ${stream ? 'streamed' : 'whole'} reply of ${dialect} says something else, calls with something else, ends otherwise; each alone`, () => {
      const text = cassette(exchangeOf(dialect, encoded(dialect, stream)));
      const before = decodeReply(dialect, encoded(dialect, stream));
      const mutations = mutationsOf(text);
      expect(mutations.map(({ kind, where }) => `${kind} ${where}`)).toEqual(
        expect.arrayContaining([`text ${FILE}:2`, `argument ${FILE}:2`, `finish ${FILE}:2`]),
      );
      for (const mutation of mutations) {
        const { reply } = changedRow(text, mutation.text);
        const after = decodeReply(dialect, reply);
        expect(after.end).toBe('complete');
        const { text: said, calls } = after.reply;
        const isText = said !== before.reply.text;
        const isCall = JSON.stringify(calls) !== JSON.stringify(before.reply.calls);
        const isFinish = after.finish !== before.finish;
        expect([isText, isCall, isFinish], `${mutation.kind} of ${dialect}`).toEqual([
          mutation.kind === 'text',
          mutation.kind === 'argument',
          mutation.kind === 'finish',
        ]);
        // A call stays one that can be read, and a token stays whole.
        for (const call of calls) JSON.parse(call.arguments);
        expect(said).toContain('{{cwd}}');
        expect(after.reply.reasoning).toBe(before.reply.reasoning);
      }
    });
  }

  test(`a reply of ${dialect} that was cut short becomes one that was not`, () => {
    const text = cassette(exchangeOf(dialect, encoded(dialect, true, { type: 'reply', lane: 1, text: 'And then', finish: 'max-tokens' })));
    const finish = mutationsOf(text).filter(({ kind }) => kind === 'finish');
    expect(finish).toHaveLength(1);
    const { reply } = changedRow(text, finish[0]!.text);
    expect(decodeReply(dialect, reply).chunks.at(-1)).toMatchObject({ type: 'finish', reason: { kind: 'stop' } });
  });
}

test('authored records are changed in their own words', () => {
  const text = cassette(
    {
      type: 'reply',
      text: 'Hello',
      toolCalls: [
        { name: 'read', arguments: { path: 'a.txt', deep: { to: 'b' } } },
        { name: 'wait', arguments: {} },
      ],
    },
    { type: 'reply', text: '', finish: 'max-tokens' },
    { type: 'error', status: 500, message: 'overloaded' },
    { type: 'hang', text: 'Wait' },
  );
  const rows = mutationsOf(text).map(({ kind, where, text: after }) => [kind, where, changedRow(text, after)]);
  expect(rows).toEqual([
    ['text', `${FILE}:2`, expect.objectContaining({ text: 'qello' })],
    [
      'argument',
      `${FILE}:2`,
      expect.objectContaining({
        toolCalls: [
          { name: 'read', arguments: { path: 'q.txt', deep: { to: 'b' } } },
          { name: 'wait', arguments: {} },
        ],
      }),
    ],
    ['finish', `${FILE}:2`, expect.objectContaining({ finish: 'max-tokens' })],
    ['finish', `${FILE}:3`, expect.objectContaining({ finish: 'stop' })],
    ['finish', `${FILE}:4`, expect.objectContaining({ status: 400, message: 'overloaded' })],
    ['text', `${FILE}:5`, expect.objectContaining({ text: 'qait' })],
  ]);
});

for (const [status, other] of [
  [429, 400],
  [529, 400],
  [401, 503],
] as const)
  test(`an error ${status} becomes one that is tried again, or no longer is: ${other}`, () => {
    const text = cassette(exchangeOf('anthropic', { status, headers: {}, body: 'slow down', end: 'complete' }));
    const mutations = mutationsOf(text);
    expect(mutations.map(({ kind }) => kind)).toEqual(['finish']);
    expect(changedRow(text, mutations[0]!.text).reply).toEqual({ status: other, headers: {}, body: 'slow down', end: 'complete' });
  });

test('what holds no reply of the model is left alone', () => {
  const plain = {
    type: 'plain',
    request: { method: 'GET', path: '/models', headers: {} },
    reply: { status: 200, headers: {}, body: '{}', end: 'complete' },
  };
  const bytes = { status: 200, headers: {}, base64: 'AAAA', end: 'complete' } as const;
  expect(mutationsOf(cassette(plain, exchangeOf('openai-responses', bytes)))).toEqual([]);
});
