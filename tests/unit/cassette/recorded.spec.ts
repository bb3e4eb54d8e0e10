import { expect, test } from '@playwright/test';
import { buildLanes, createRecordedChooser, type Choice } from '../../../harness/cassette/index.js';
import type { WireReply, WireRequest } from '../../../harness/schema/index.js';
import { assistant, calls, chat, read, reply, result, says, user } from './build.js';

const chooserOf = (list: readonly [WireRequest, WireReply][]) =>
  createRecordedChooser(
    buildLanes(
      list.map(([request, answer]) => ({ request, reply: answer })),
      () => '',
    ),
  );

const placeOf = (choice: Choice): string => ('exchange' in choice ? `${choice.exchange.lane}/${choice.exchange.place}` : choice.code);
const take = (choice: Choice): string => {
  if ('exchange' in choice) choice.take();
  return placeOf(choice);
};

test('identical openings get their recorded answers in order, and no more than were recorded', () => {
  const request = chat([user('go')]);
  const { choose } = chooserOf([
    [request, reply(says('first'))],
    [request, reply(says('second'))],
  ]);
  expect([take(choose(request)), take(choose(request)), take(choose(request))]).toEqual(['1/1', '2/1', 'ACP_REPLAY_EXHAUSTED']);
});

test('choosing alone takes nothing', () => {
  const request = chat([user('go')]);
  const { choose } = chooserOf([[request, reply(says('first'))]]);
  expect([placeOf(choose(request)), placeOf(choose(request))]).toEqual(['1/1', '1/1']);
});

test('a second go at a place that has successors is a miss, not the lane’s end', () => {
  const one = reply(says('One.'));
  const request = chat([user('go')]);
  const { choose } = chooserOf([
    [request, one],
    [chat([user('go'), assistant(read(one)), user('on')]), reply(says('Two.'))],
  ]);
  take(choose(request));
  expect(choose(request)).toMatchObject({ code: 'ACP_REPLAY_MISS', lanes: [1] });
});

test('a call that offers no tools never takes the answer of one that does', () => {
  const { choose } = chooserOf([[chat([user('go')], { tools: ['read'] }), reply(says('main'))]]);
  expect(choose(chat([user('go')]))).toMatchObject({ code: 'ACP_REPLAY_MISS', reason: 'no recorded conversation opens like this' });
});

test('an opening that has nothing in common with a recorded one is a miss', () => {
  const { choose } = chooserOf([[chat([user('go')], { tools: ['read'] }), reply(says('main'))]]);
  expect(placeOf(choose(chat([user('other')], { tools: ['write'], system: 'Other.' })))).toBe('ACP_REPLAY_MISS');
  expect(placeOf(choose(chat([user('other')], { tools: ['read'], system: 'Other.' })))).toBe('1/1');
  expect(placeOf(choose(chat([user('other')], { tools: ['write'] })))).toBe('1/1');
});

test('two unequal openings that are equally like the request are no answer', () => {
  const { choose } = chooserOf([
    [chat([user('part 1')], { tools: ['read'] }), reply(says('one'))],
    [chat([user('part 2')], { tools: ['read'] }), reply(says('two'))],
  ]);
  expect(choose(chat([user('part 3')], { tools: ['read'] }))).toMatchObject({ code: 'ACP_REPLAY_AMBIGUOUS', lanes: [1, 2] });
});

test('history that was shortened or edited is known by the replies at its end', () => {
  const one = reply(calls('c1', 'read'));
  const two = reply(calls('c2', 'write'));
  const backs = [one, two].map((live) => assistant(read(live)));
  const { choose } = chooserOf([
    [chat([user('go')]), one],
    [chat([user('go'), backs[0], result('c1', 'x')]), two],
    [chat([user('go'), backs[0], result('c1', 'x'), backs[1], result('c2', 'y')]), reply(says('Done.'))],
  ]);
  expect(placeOf(choose(chat([user('Summary.'), backs[1], result('c2', 'y')])))).toBe('1/3');
  // Carried back, but nothing recorded goes on from there.
  const last = { role: 'assistant', content: 'Done.' };
  expect(choose(chat([user('go'), last, user('more')]))).toMatchObject({
    code: 'ACP_REPLAY_MISS',
    reason: expect.stringContaining('goes on'),
  });
});

test('a conversation that begins with foreign replies is chosen by them', () => {
  const foreign = (text: string) => [user('old'), { role: 'assistant', content: text }, user('go')];
  const { choose } = chooserOf([
    [chat(foreign('a')), reply(says('one'))],
    [chat(foreign('b')), reply(says('two'))],
  ]);
  expect(placeOf(choose(chat(foreign('b'))))).toBe('2/1');
});

test('calls whose ids the agent minted are known by tool and arguments, however these are worded', () => {
  const live = reply(calls('c1', 'write', { path: 'a', text: 'b' }));
  const next = (id: string, args: string) =>
    chat([
      user('go'),
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: 'write', arguments: args } }] },
      result(id, 'ok'),
    ]);
  const { choose, minted } = chooserOf([
    [chat([user('go')]), live],
    [next('own-1', '{"path":"a","text":"b"}'), reply(says('Done.'))],
  ]);
  expect([...minted]).toEqual(['c1']);
  expect(placeOf(choose(next('own-2', '{ "text": "b", "path": "a" }')))).toBe('1/2');
  expect(placeOf(choose(next('own-2', 'not json')))).not.toBe('1/2');
});
