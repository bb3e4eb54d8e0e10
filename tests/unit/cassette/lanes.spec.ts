import { expect, test } from '@playwright/test';
import { buildLanes } from '../../../harness/cassette/index.js';
import type { AuthoredRecord, WireReply, WireRequest } from '../../../harness/schema/index.js';
import { readRequest } from '../../../harness/dialects/index.js';
import { assistant, calls, chat, read, reply, result, says, user } from './build.js';

const hash = (text: string): string => `#${text.length}`;
const places = (list: { request: WireRequest; reply: WireReply }[]): string[] =>
  buildLanes(list, hash).map(({ lane, place }) => `${lane}/${place}`);

/** A reply with the message an agent carries it back in. */
const turn = (record: AuthoredRecord) => {
  const live = reply(record);
  return { live, back: assistant(read(live)) };
};

test('a conversation is one lane, with what it opens by', () => {
  const one = turn(calls('c1', 'read'));
  const two = turn(says('Done.'));
  const messages = [user('go'), one.back, result('c1', 'x')];
  const list = [
    { request: chat([user('go')], { tools: ['read'] }), reply: one.live },
    { request: chat(messages, { tools: ['read'] }), reply: two.live },
    { request: chat([...messages, two.back, user('on')], { tools: ['read'] }), reply: reply(says('More.')) },
  ];
  expect(places(list)).toEqual(['1/1', '1/2', '1/3']);
  expect(buildLanes(list, hash).map(({ opening }) => opening)).toEqual([
    { user: 'go', tools: ['read'], system: '#16' },
    undefined,
    undefined,
  ]);
});

test('what opens otherwise is a lane of its own, also while another is being answered', () => {
  expect(
    places([
      { request: chat([user('a')]), reply: reply(says('x')) },
      { request: chat([user('b')]), reply: reply(says('x')) },
    ]),
  ).toEqual(['1/1', '2/1']);
});

test('a retry follows the failure in its lane; an equal request that was answered opens another', () => {
  const failed: WireReply = { status: 529, headers: {}, body: '{}', end: 'complete' };
  const cut = { ...reply(says('cut')), end: 'reset' as const };
  const request = chat([user('go')]);
  expect(
    places([
      { request, reply: failed },
      { request, reply: cut },
      { request, reply: reply(says('ok')) },
      { request, reply: reply(says('ok')) },
    ]),
  ).toEqual(['1/1', '1/2', '1/3', '2/1']);
});

test('a call that offers no tools and one that goes on from an older reply are forks', () => {
  const one = turn(says('One.'));
  const two = turn(says('Two.'));
  const history = [user('go'), one.back];
  const list = [
    { request: chat([user('go')], { tools: ['read'] }), reply: one.live },
    { request: chat([...history, user('Name it.')]), reply: reply(says('Title')) },
    { request: chat([...history, user('on')], { tools: ['read'] }), reply: two.live },
    { request: chat([...history, user('other')], { tools: ['read'] }), reply: reply(says('Three.')) },
  ];
  expect(places(list)).toEqual(['1/1', '2/1', '1/2', '3/1']);
});

test('two conversations with the same first reply go on apart', () => {
  const answers = ['a', 'b'].map(() => turn(says('Same.')));
  const opening = (name: string) => ({ request: chat([user(name)]), reply: answers[0]!.live });
  const next = (name: string) => ({ request: chat([user(name), answers[0]!.back, user('on')]), reply: reply(says('End.')) });
  expect(places([opening('a'), opening('b'), next('b'), next('a')])).toEqual(['1/1', '2/1', '2/2', '1/2']);
});

test('a response that is named by its id is carried back', () => {
  const live = reply(says('One.'), 'openai-responses');
  const { responseId } = read(live, 'openai-responses');
  const ask = (input: string, more: object = {}) =>
    readRequest('openai-responses', {
      method: 'POST',
      path: '/responses',
      headers: {},
      body: { model: 'm', stream: true, input, ...more },
    });
  expect(
    places([
      { request: ask('go'), reply: live },
      { request: ask('on', { previous_response_id: responseId }), reply: reply(says('Two.'), 'openai-responses') },
    ]),
  ).toEqual(['1/1', '1/2']);
});
