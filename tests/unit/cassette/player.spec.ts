import { expect, test } from '@playwright/test';
import {
  NO_EXPECTATIONS,
  parseCassette,
  readExpectations,
  createCassettePlayer,
  createWireNormalizer,
} from '../../../harness/cassette/index.js';
import { callPlaces, createFaultInjector, parseFault } from '../../../harness/faults/index.js';
import { formatJsonl } from '../../../harness/jsonl/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import type { Decision, WireReply } from '../../../harness/schema/index.js';
import { assistant, calls, callsOf, chat, NO_FOLDERS, player, read, recorder, reply, result, says, user } from './build.js';

const END = { end: 'finished', released: 1, left: 0 } as const;

/** A recorded conversation of two calls. */
function conversation() {
  const recording = recorder({ bindings: { cwd: ['/tmp/rec'], home: [], tmp: [] } });
  const first = reply(calls('c1', 'write', { path: '/tmp/rec/a.txt' }));
  recording.call(chat([user('go')]))(first);
  const back = [user('go'), assistant(read(first)), result('c1', 'wrote /tmp/rec/a.txt')];
  recording.call(chat(back))(reply(says('Done in /tmp/rec.')));
  return recording.cassette();
}

test('plays a conversation in another folder, each request verified', () => {
  const cassette = conversation();
  expect(JSON.stringify(cassette.exchanges)).not.toContain('/tmp/rec');
  const play = player(cassette, { bindings: { cwd: ['/tmp/run'], home: [], tmp: [] } });
  const first = play.ask(chat([user('go')]), { stream: true })!;
  if ('refused' in first) throw new Error(first.refused);
  const said = read(first.reply);
  expect(JSON.parse(said.calls[0]!.arguments)).toEqual({ path: '/tmp/run/a.txt' });
  first.ended(END);
  const second = play.ask(chat([user('go'), assistant(said), result('c1', 'wrote /tmp/run/a.txt')]), { stream: true })!;
  if ('refused' in second) throw new Error(second.refused);
  expect(read(second.reply).text).toBe('Done in /tmp/run.');
  second.ended(END);
  expect(play.decisions.map((item) => (item.type === 'decision' ? item.outcome : item.type))).toEqual([
    'script',
    'match',
    'stream-end',
    'match',
    'stream-end',
  ]);
});

test('a lane that is being answered waits if asked to, else the call is refused', () => {
  const recording = recorder();
  recording.call(chat([user('go')]))(reply({ type: 'hang', lane: 1, text: 'cut' }));
  recording.call(chat([user('go')]))(reply(says('ok')));
  const play = player(recording.cassette());
  const first = play.ask(chat([user('go')]), { stream: true })!;
  expect(play.ask(chat([user('go')]), { stream: true, wait: true })).toBeUndefined();
  expect(callsOf(play.decisions)).toHaveLength(1);
  expect(play.ask(chat([user('go')]), { stream: true })).toEqual({ refused: expect.stringContaining('ACP_REPLAY_AMBIGUOUS') });
  if ('reply' in first) first.ended({ end: 'aborted', released: 1, left: 0 });
  expect(play.ask(chat([user('go')]), { stream: true })).toHaveProperty('reply');
});

test('a refusal says the nearest recorded request and where it differs', () => {
  const play = player(conversation());
  const other = chat([user('go'), { role: 'assistant', content: 'never said' }, user('on')], { system: 'Other.', tools: ['grep'] });
  const { refused } = play.ask(other, { stream: true }) as { refused: string };
  expect(refused).toContain('ACP_REPLAY_MISS');
  expect(callsOf(play.decisions)[0]).toMatchObject({
    lane: 0,
    place: 0,
    outcome: 'miss',
    reason: expect.stringMatching(/nearest is the recorded request of lane 1, place \d/),
  });
});

test('without expectations a miss names none, and a place that nothing is expected of has drifted', () => {
  const decisions: Decision[] = [];
  const cassette = conversation();
  const options = {
    cassette,
    refresh: false,
    normalizer: createWireNormalizer({ bindings: NO_FOLDERS, counts: createCounts() }),
    bindings: NO_FOLDERS,
    append: (item: Decision) => decisions.push(item),
  };
  const blind = createCassettePlayer({ ...options, expectations: NO_EXPECTATIONS });
  blind.ask(chat([user('other')], { system: 'x' }), { stream: true });
  blind.ask(chat([user('go')], { system: 'edited' }), { stream: true });
  expect(callsOf(decisions)).toMatchObject([
    { outcome: 'miss', differences: [] },
    { outcome: 'unverified', lane: 1, place: 1 },
  ]);
  const requests = {
    file: 'requests.expected.jsonl',
    text: formatJsonl([{ type: 'fixture', fixture: 'requests', schema: 1, scenario: 's' }]),
  };
  const strict = createCassettePlayer({ ...options, expectations: readExpectations({ requests }) });
  expect(strict.ask(chat([user('go')]), { stream: true })).toHaveProperty('refused');
  expect(callsOf(decisions).at(-1)).toMatchObject({ outcome: 'drift', reason: 'no request is expected at lane 1, place 1' });
});

test('a pin that is no list is refused with its file', () => {
  const requests = { file: 'r', text: formatJsonl([{ type: 'fixture', fixture: 'requests', schema: 1, scenario: 's' }]) };
  for (const text of ['{}', 'no'])
    expect(() => readExpectations({ requests, pin: { system: '', tools: { text, file: 'tool-schemas.expected.json' } } })).toThrow(
      /tool-schemas\.expected\.json/,
    );
  expect(readExpectations({ requests, pin: { system: 's', tools: { text: '[1]', file: 't' } } }).pin).toEqual({ system: 's', tools: [1] });
});

test('plain answers hold folders as tokens, and events too', () => {
  const recording = recorder({ bindings: { cwd: ['/tmp/rec'], home: [], tmp: [] } });
  const json = { 'content-type': 'application/json' };
  const answers: WireReply[] = [
    { status: 200, headers: json, body: '{"at":"/tmp/rec"}', end: 'complete' },
    {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      events: [{ comments: [' hi'] }, { data: '"/tmp/rec"' }],
      end: 'complete',
    },
    { status: 200, headers: {}, body: '/tmp/rec', end: 'complete' },
    { status: 204, headers: {}, end: 'complete' },
  ];
  const ask = (n: number) => ({ method: 'GET', path: `/p${n}`, headers: {} });
  for (const [n, answer] of answers.entries()) recording.plainCall(ask(n), n === 3 ? 'tools' : undefined)(answer);
  expect(JSON.stringify(recording.plain)).not.toContain('/tmp/rec');
  const play = player(recording.cassette(), { bindings: { cwd: ['/tmp/"run"'], home: [], tmp: [] } });
  expect(play.askPlain(ask(0))!.body).toBe('{"at":"/tmp/\\"run\\""}');
  expect(play.askPlain(ask(1))!.events).toEqual([{ comments: [' hi'] }, { data: '"/tmp/\\"run\\""' }]);
  expect(play.askPlain(ask(2))!.body).toBe('/tmp/"run"');
  expect(play.askPlain(ask(3), 'tools')).toMatchObject({ status: 204 });
  expect(play.askPlain(ask(3))).toBeUndefined();
});

const authored = (...records: object[]) =>
  parseCassette(formatJsonl([{ type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 's' }, ...records]));
const ask = (play: ReturnType<typeof player>, ...args: Parameters<typeof chat>) => {
  const answer = play.ask(chat(...args), { stream: true })!;
  if ('refused' in answer) return callsOf(play.decisions).at(-1)!.code;
  answer.ended(END);
  return read(answer.reply).text || read(answer.reply).calls[0]?.name || String(answer.reply.status);
};

test('authored lanes are told apart by what they say of their opening', () => {
  const play = player(
    authored(
      { type: 'reply', lane: 1, text: 'main' },
      { type: 'reply', lane: 2, when: { tools: false }, text: 'title' },
      { type: 'reply', lane: 3, when: { user: 'part' }, text: 'sub' },
    ),
  );
  expect(play.decisions[0]).toMatchObject({ type: 'script', lanes: [1, 1, 1] });
  expect(ask(play, [user('part')])).toBe('ACP_REPLAY_AMBIGUOUS');
  expect(ask(play, [user('hi')])).toBe('title');
  expect(ask(play, [user('go')], { tools: ['read'] })).toBe('main');
  expect(ask(play, [user('part 1')], { tools: ['read'] })).toBe('sub');
  expect(ask(play, [user('part 1')], { tools: ['read'] })).toBe('ACP_REPLAY_MISS');
  expect(callsOf(play.decisions).at(-1)!.reason).toContain('"when"');
});

test('a request that wants JSON is told from one that wants words', () => {
  const play = player(
    authored(
      { type: 'reply', text: 'words' },
      { type: 'reply', lane: 2, when: { json: true }, text: '{}' },
      { type: 'reply', lane: 3, when: { json: false, user: 'part' }, text: 'sub' },
    ),
  );
  const json = { more: { response_format: { type: 'json_object' } } };
  expect(ask(play, [user('part')])).toBe('sub');
  expect(ask(play, [user('part')], json)).toBe('{}');
  expect(ask(play, [user('go')])).toBe('words');
});

test('an authored lane that fits nothing is a miss; an error and a hang are followed by the next record', () => {
  const play = player(
    authored(
      { type: 'error', when: { user: 'go' }, status: 500, message: 'no' },
      { type: 'hang', text: 'ha' },
      { type: 'reply', toolCalls: [{ name: 'write', arguments: {} }] },
      { type: 'reply', text: 'end' },
    ),
  );
  expect(ask(play, [user('other')])).toBe('ACP_REPLAY_MISS');
  expect([ask(play, [user('go')]), ask(play, [user('go')]), ask(play, [user('go')])]).toEqual(['500', 'ha', 'write']);
  const call = { role: 'assistant', tool_calls: [{ id: 'call_1_3_1', type: 'function', function: { name: 'write', arguments: '{}' } }] };
  expect(ask(play, [user('go'), call, result('call_1_3_1', 'ok')])).toBe('end');
  expect(ask(play, [user('go'), call, result('call_1_3_1', 'ok')])).toBe('ACP_REPLAY_EXHAUSTED');
});

test('a call that meets a fault is not used up, keeps no lane, and names the fault in its decision', () => {
  const cassette = conversation();
  const settings = { fault: parseFault('stall:1'), call: 1, times: 2 };
  const fault = createFaultInjector(settings, callPlaces(cassette), 's');
  const play = player(cassette, { bindings: { cwd: ['/tmp/run'], home: [], tmp: [] }, fault });
  const ask = () => play.ask(chat([user('go')]), { stream: true })!;
  // Beside one another: neither has ended.
  const met = [ask(), ask()];
  for (const answer of met) expect(answer).toMatchObject({ reply: { end: 'aborted', events: [expect.anything()] } });
  const [first] = met;
  if ('refused' in first!) throw new Error(first.refused);
  first!.released();
  first!.ended({ end: 'aborted', released: 1, left: 0 });
  const sound = ask();
  expect(sound).toMatchObject({ reply: { end: 'complete' } });
  expect(callsOf(play.decisions).map((decision) => [decision.place, decision.fault?.name, decision.fault?.chunks?.sent])).toEqual([
    [1, 'stall:1', 1],
    [1, 'stall:1', 1],
    [1, undefined, undefined],
  ]);
  expect(play.decisions.filter(({ type }) => type === 'stream-end')).toHaveLength(1);
});

test('a slow drip, a fault that cannot be made, and the last answer before nobody listens are told to whoever serves', () => {
  const answerTo = (name: string, call = 1) => {
    const cassette = conversation();
    const fault = createFaultInjector({ fault: parseFault(name), call }, callPlaces(cassette), 's');
    const play = player(cassette, { fault });
    return { answer: play.ask(chat([user('go')]), { stream: true })!, decisions: callsOf(play.decisions) };
  };
  expect(answerTo('slow-drip').answer).toMatchObject({ drip: true });
  expect(answerTo('refused', 2).answer).toMatchObject({ last: 'this-turn' });
  const { answer, decisions } = answerTo('stall:99');
  expect(answer).toMatchObject({ reply: { end: 'complete' } });
  expect(decisions).toMatchObject([{ outcome: 'match', reason: expect.stringContaining('not 99') }]);
});
