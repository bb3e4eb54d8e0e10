import { expect, test } from '@playwright/test';
import { formatCassette, parseCassette } from '../../../harness/cassette/index.js';
import { formatJsonl } from '../../../harness/jsonl/index.js';
import type { Exchange } from '../../../harness/schema/index.js';
import { chat, reply, says, user } from './build.js';

const header = { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 's' };
const exchange = (lane: number, place: number, system = 'You are helpful.', tools: readonly string[] = ['read']): Exchange => ({
  type: 'exchange',
  lane,
  place,
  dialect: 'openai-chat',
  request: chat([user(`hi ${lane}/${place}`)], { system, tools }),
  reply: reply(says('ok')),
});
const plain = {
  type: 'plain' as const,
  request: { method: 'GET', path: '/models', headers: {} },
  reply: { status: 200, headers: {}, end: 'complete' as const },
};

test('what is written reads back, by lane and place, whatever the order', () => {
  const exchanges = [exchange(2, 1), exchange(1, 2, 'Other.'), exchange(1, 1), exchange(1, 3, undefined, ['write'])];
  const text = formatCassette({ scenario: 's', exchanges, plain: [plain], authored: [] });
  const cassette = parseCassette(text);
  expect(cassette.exchanges).toEqual([exchanges[2], exchanges[1], exchanges[3], exchanges[0]]);
  expect(cassette.plain).toEqual([plain]);
  expect(cassette.exchanges.map((record) => cassette.lines.get(record))).toEqual([2, 3, 4, 5]);
  expect(formatCassette(cassette)).toBe(text);
});

test('equal system prompts and tools stand once in a lane', () => {
  const text = formatCassette({
    scenario: 's',
    exchanges: [exchange(1, 1), exchange(1, 2), exchange(1, 3, 'Other.')],
    plain: [],
    authored: [],
  });
  const requests = text
    .split('\n')
    .slice(1, -1)
    .map((line) => (JSON.parse(line) as Exchange).request);
  expect(requests.map(({ system }) => system)).toEqual(['You are helpful.', '{{system}}', 'Other.']);
  expect(requests.map(({ tools }) => (typeof tools === 'string' ? tools : tools.length))).toEqual([1, '{{tools}}', '{{tools}}']);
});

test('authored records read with their lane', () => {
  const { authored } = parseCassette(formatJsonl([header, { type: 'reply', text: 'a' }, { type: 'hang', lane: 2 }]));
  expect(authored.map(({ lane }) => lane)).toEqual([1, 2]);
});

for (const [name, records, place, what] of [
  ['another header', [{ ...header, fixture: 'input' }], 1, /not the header/],
  ['an unknown type', [header, { type: 'tape' }], 2, /unknown type "tape"/],
  ['a record that is none', [header, null], 2, /unknown type "undefined"/],
  ['an unknown field', [header, { type: 'reply', txt: 'a' }], 2, /not a record of type "reply"/],
  ['a place twice', [header, exchange(1, 1), exchange(1, 1)], 3, /lane 1, place 1 is there twice/],
  ['a place that is missing', [header, exchange(1, 1), exchange(1, 3)], 3, /lane 1 has no place 2/],
  ['a lane without its beginning', [header, exchange(3, 2)], 2, /lane 3 has no place 1/],
  ['recorded and authored model calls', [header, exchange(1, 1), { type: 'reply', text: 'a' }], 3, /among recorded/],
  [
    'a lane that begins with a token',
    [header, { ...exchange(1, 1), request: { ...exchange(1, 1).request, system: '{{system}}' } }],
    2,
    /holds no system prompt/,
  ],
] as const) {
  test(`refused with file and line: ${name}`, () => {
    expect(() => parseCassette(formatJsonl(records), 'provider-replay.jsonl')).toThrow(what);
    expect(() => parseCassette(formatJsonl(records), 'provider-replay.jsonl')).toThrow(`provider-replay.jsonl:${place}`);
  });
}
