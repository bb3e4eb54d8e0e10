import { expect, test } from '@playwright/test';
import type { ReplayRefusedError } from '../../../harness/replay/index.js';
import type { ModelRequest } from '../../../harness/schema/index.js';
import { seeded } from '../diff/random.js';
import {
  assistant,
  call,
  chunkEvent,
  conversation,
  decided,
  event,
  expectedRequests,
  logText,
  reply,
  request,
  start,
  textOf,
  user,
  userMessage,
  type Started,
} from './build.js';

const ask = async (run: Started, session: string, asked: ModelRequest): Promise<string> => textOf(await call(run, session, asked));
const code = (run: Started, session: string, asked: ModelRequest): Promise<string> =>
  call(run, session, asked).then(
    () => 'served',
    (error: unknown) => (error as ReplayRefusedError).code,
  );

test('binds a session to the conversation that opens with its first message', async () => {
  const run = start({ sources: [conversation('red', 'r1', 'r2'), conversation('blue', 'b1')] });
  expect(await ask(run, 'x', request('blue'))).toBe('b1');
  expect(await ask(run, 'y', request('red'))).toBe('r1');
  expect(await ask(run, 'y', request('red', assistant('r1'), user('more')))).toBe('r2');
  expect(decided(run).map(({ lane, place }) => [lane, place])).toEqual([
    [2, 1],
    [1, 1],
    [1, 2],
  ]);
});

test('binds a single source whatever the message', async () => {
  expect(await ask(start({ sources: [conversation('red', 'r')] }), 'x', request('green'))).toBe('r');
});

test('gives the only conversation left to a message that opens none', async () => {
  const run = start({ sources: [conversation('red', 'r'), conversation('blue', 'b')] });
  await ask(run, 'x', request('red'));
  expect(await ask(run, 'y', request('green'))).toBe('b');
});

test('refuses to guess between conversations that do not open so', async () => {
  const run = start({ sources: [conversation('red', 'r'), conversation('blue', 'b')] });
  expect(await code(run, 'x', request('green'))).toBe('ACP_REPLAY_AMBIGUOUS');
  expect(decided(run)[0]).toMatchObject({ outcome: 'ambiguous', lane: 0, place: 0 });
  expect(decided(run)[0]!.reason).toContain('lanes 1, 2');
});

test('refuses to guess between conversations that open alike', async () => {
  const run = start({ sources: [conversation('red', 'r'), conversation('red', 'R'), conversation('blue', 'b')] });
  expect(await code(run, 'x', request('red'))).toBe('ACP_REPLAY_AMBIGUOUS');
  expect(decided(run)[0]!.reason).toBe('2 recorded conversations open with this message (lanes 1, 2)');
});

test('names the nearest recorded request, counted in leaves', async () => {
  const expected = expectedRequests([
    { lane: 1, place: 1, request: request('red') },
    { lane: 2, place: 1, request: { ...request('blue'), system: 'other', config: { provider: 'x', model: 'y' } } },
    { lane: 2, place: 2, request: request('green') },
    { lane: 3, place: 1, request: request('green') },
  ]);
  const run = start({ sources: [conversation('red', 'r'), conversation('blue', 'b'), conversation('grey')], expectedRequests: expected });
  expect(await code(run, 'x', request('green'))).toBe('ACP_REPLAY_AMBIGUOUS');
  expect(decided(run)[0]!.reason).toContain('nearest is the recorded request of lane 2, place 2');
  expect(decided(run)[0]!.differences).toEqual([]);
});

test('refuses a session more than there are conversations', async () => {
  for (const sources of [[conversation('red', 'r')], [conversation('red', 'r'), conversation('blue', 'b')]]) {
    const run = start({ sources });
    for (const [at, word] of ['red', 'blue'].slice(0, sources.length).entries()) await ask(run, `s${at}`, request(word));
    expect(await code(run, 'more', request('red'))).toBe('ACP_REPLAY_MISS');
    expect(decided(run).at(-1)!.reason).toContain('belongs to another session already');
  }
});

test('passes over logs of sessions that never called the model', async () => {
  const run = start({ sources: [conversation('x'), conversation('red', 'r')] });
  expect(await ask(run, 's', request('green'))).toBe('r');
  const silent = start({ sources: [conversation('red'), logText([])] });
  expect(await code(silent, 's', request('red'))).toBe('ACP_REPLAY_EXHAUSTED');
  expect(decided(silent)[0]!.lane).toBe(1);
});

test('tells forks apart by the first message of their own', async () => {
  const inherited = [userMessage('root'), ...reply('ok').map(chunkEvent)];
  const fork = (own: string, text: string): string =>
    logText([...inherited, event('session/end-seed'), userMessage(own), ...reply(text).map(chunkEvent)], {
      seedLength: inherited.length,
      parentSession: 's',
    });
  const run = start({ sources: [conversation('root', 'ok', 'done'), fork('left', 'L'), fork('right', 'R')] });
  expect(await ask(run, 'parent', request('root'))).toBe('ok');
  expect(await ask(run, 'b', request('root', assistant('ok'), user('right')))).toBe('R');
  expect(await ask(run, 'a', request('root', assistant('ok'), user('left')))).toBe('L');
});

test('reads the first user message past blocks that are no text, and past tool results', async () => {
  const image = logText([
    event('user/message', {
      content: [
        { type: 'image', mimeType: 'image/png', data: '' },
        { type: 'text', text: 'see' },
      ],
    }),
    ...reply('i').map(chunkEvent),
  ]);
  const odd = logText([event('user/message', { content: 'no list' }), ...reply('o').map(chunkEvent)]);
  const run = start({ sources: [odd, image, conversation('red', 'r')] });
  const result: ModelRequest['messages'][number] = {
    role: 'user',
    content: [{ type: 'tool-result', toolCallId: 'c', content: [], isError: false }],
  };
  const asked: ModelRequest = {
    ...request(''),
    messages: [
      result,
      {
        role: 'user',
        content: [
          { type: 'image', mimeType: 'image/png', data: '' },
          { type: 'text', text: 'see' },
        ],
      },
    ],
  };
  expect(await ask(run, 's', asked)).toBe('i');
});

test('serves interleaved lanes as recorded, in any order of arrival', async () => {
  const words = ['title', 'main', 'left', 'right'];
  const sources = words.map((word) => conversation(word, `${word} 1`, `${word} 2`, `${word} 3`));
  for (let seed = 1; seed <= 25; seed++) {
    const random = seeded(seed);
    const run = start({ sources });
    const places = words.map(() => 0);
    const open: Promise<void>[] = [];
    while (places.some((place) => place < 3)) {
      const lane = Math.floor(random() * words.length);
      if (places[lane] === 3) continue;
      const place = ++places[lane]!;
      const asked = ask(run, `session of ${words[lane]}`, request(words[lane]!)).then((text) =>
        expect(text).toBe(`${words[lane]} ${place}`),
      );
      // At times several lanes stream at once; within a lane one call follows the other.
      if (random() < 0.5) await asked;
      else {
        open.push(asked);
        if (places.some((count) => count > 0)) await Promise.all(open.splice(0));
      }
    }
    await Promise.all(open);
    expect(new Set(decided(run).map(({ session, lane }) => `${session} ${lane}`)).size).toBe(4);
  }
});

test('streams many lanes at once', async () => {
  const words = ['a', 'b', 'c'];
  const run = start({ sources: words.map((word) => conversation(word, `${word} said`)) });
  expect(await Promise.all(words.toReversed().map((word) => ask(run, word, request(word))))).toEqual(['c said', 'b said', 'a said']);
});
