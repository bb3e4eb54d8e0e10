import { createServer as createNetServer, connect, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { LoopbackProvider } from '../../../harness/provider/index.js';
import { formatJsonl } from '../../../harness/jsonl/index.js';
import type { AuthoredRecord, Decision, FieldNormalizer } from '../../../harness/schema/index.js';
import { answer, bodyOf, chatBody, delta, DONE, EVENTS, nextChunk, open, send, test, until, type Ends } from './upstream.js';

const CHAT = '/chat/completions';

const authored = (...records: object[]) => ({
  file: 'provider-replay.jsonl',
  text: formatJsonl([{ type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 's' }, ...records]),
});

type Call = Extract<Decision, { type: 'decision' }>;
const callsOf = ({ decisions }: LoopbackProvider): Call[] => decisions.filter((item): item is Call => item.type === 'decision');

/** Records one answered call; its cassette. */
async function recorded(
  ends: Ends,
  body: string,
  headers: Record<string, string>,
  options: { cwd: string; normalizers?: FieldNormalizer[] },
) {
  const upstream = await ends.live((_request, response) => answer(response, 'Hel', `lo from ${options.cwd}/a`));
  const provider = await ends.start({ mode: 'record', upstream, ...settings(options) });
  await send(provider.url + CHAT, { body, headers });
  return { text: provider.cassette('s'), file: 'provider-replay.jsonl' };
}

const settings = ({ cwd, normalizers }: { cwd: string; normalizers?: FieldNormalizer[] }) => ({
  bindings: { cwd: [cwd], home: [], tmp: [] },
  ...(normalizers && { normalizers }),
});

const DATE: FieldNormalizer = {
  name: 'date in the system prompt',
  reason: 'the agent says what day it is',
  surface: 'requests',
  path: 'system',
  pattern: String.raw`\b\d{4}-\d{2}-\d{2}\b`,
  token: '{{date}}',
};
const SESSION: FieldNormalizer = {
  name: 'session in the metadata',
  reason: 'a fresh session per run',
  surface: 'requests',
  path: 'config.metadata.session',
  token: '{{session}}',
  numbered: true,
};

const TOOLS = [{ type: 'function', function: { name: 'write', description: 'Writes a file.', parameters: { type: 'object' } } }];
const requestOf = ({ date = '2026-11-30', cwd = '/tmp/run-1', session = 'sess-1111-aaaa', system = '', user = '', tools = TOOLS } = {}) =>
  JSON.stringify({
    model: 'm',
    stream: true,
    metadata: { session },
    messages: [
      { role: 'system', content: `You work in ${cwd}. Today is ${date}.${system}` },
      { role: 'user', content: `Write a report.${user}` },
    ],
    tools,
  });

test('a changed date, folder, session id and user agent pass, and what hid them is listed', async ({ ends }) => {
  const normalizers = [DATE, SESSION];
  const cassette = await recorded(
    ends,
    requestOf(),
    { 'user-agent': 'a/1', 'x-session-id': 'sess-1111-aaaa' },
    { cwd: '/tmp/run-1', normalizers },
  );
  const provider = await ends.start({ mode: 'replay', cassette, ...settings({ cwd: '/tmp/run-2', normalizers }) });
  const body = requestOf({ date: '2027-01-02', cwd: '/tmp/run-2', session: 'sess-2222-bbbb' });
  const got = await send(provider.url + CHAT, { body, headers: { 'user-agent': 'a/2', 'x-session-id': 'sess-2222-bbbb' } });
  expect(got.status).toBe(200);
  expect(got.text).toContain('lo from /tmp/run-2/a');
  expect(callsOf(provider)).toMatchObject([{ outcome: 'match', lane: 1, place: 1 }]);
  expect(provider.normalizers()).toEqual([
    { name: 'cwd', reason: 'each run has a fresh working folder', count: 1 },
    { name: DATE.name, reason: DATE.reason, count: 1 },
    { name: 'header user-agent', reason: 'it says which library, runtime and machine sent it', count: 1 },
    { name: 'header x-session-id', reason: 'ids are minted per run', count: 1 },
    { name: SESSION.name, reason: SESSION.reason, count: 1 },
  ]);
});

for (const [part, changed, path] of [
  ['the system prompt', { system: '!' }, '$.system'],
  [
    'a tool schema',
    { tools: [{ ...TOOLS[0]!, function: { ...TOOLS[0]!.function, description: 'Writes a file!' } }] },
    '$.tools[0].function.description',
  ],
  ['a message', { user: '!' }, '$.messages[0].content'],
] as const) {
  test(`one character more in ${part} is refused, and its path is named`, async ({ ends }) => {
    const cassette = await recorded(ends, requestOf(), {}, { cwd: '/tmp/run-1' });
    const options = { mode: 'replay', cassette, ...settings({ cwd: '/tmp/run-1' }) } as const;
    const provider = await ends.start(options);
    const got = await send(provider.url + CHAT, { body: requestOf(changed as never) });
    expect(got.status).toBe(400);
    expect(JSON.parse(got.text)).toMatchObject({
      type: 'error',
      error: { code: 400, type: 'invalid_request_error', status: 'INVALID_ARGUMENT', message: expect.stringContaining(path) },
    });
    expect(callsOf(provider)).toMatchObject([{ outcome: 'drift', code: 'ACP_REPLAY_DRIFT', lane: 1, place: 1, differences: [{ path }] }]);
    expect(provider.decisions.some(({ type }) => type === 'stream-end')).toBe(false);

    // Refresh serves it by its place.
    const refreshing = await ends.start({ ...options, refresh: true });
    expect(await send(refreshing.url + CHAT, { body: requestOf(changed as never) })).toMatchObject({ status: 200 });
    expect(callsOf(refreshing)[0]).toMatchObject({ outcome: 'drift', differences: [{ path }] });
    expect(callsOf(refreshing)[0]!.code).toBeUndefined();
  });
}

test('at most 8 differing paths are named, the rest is counted', async ({ ends }) => {
  const more = (text: string) => Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`field${n}`, text]));
  const cassette = await recorded(ends, chatBody('hi', more('a')), {}, { cwd: '/tmp/run-1' });
  const provider = await ends.start({ mode: 'replay', cassette });
  await send(provider.url + CHAT, { body: chatBody('hi', more('b')) });
  const [call] = callsOf(provider);
  expect(call!.differences.map(({ path }) => path)).toEqual(Array.from({ length: 8 }, (_, n) => `$.config.field${n}`));
  expect(call!.moreDifferences).toBe(4);
});

test('the expected requests are what counts where they are given, the pin standing for its tokens', async ({ ends }) => {
  const cassette = await recorded(ends, requestOf(), {}, { cwd: '/tmp/run-1' });
  const [, line] = cassette.text.split('\n');
  const { request } = JSON.parse(line!) as { request: object };
  const expectation = (user: string) => ({
    file: 'requests.expected.jsonl',
    text: formatJsonl([
      { type: 'fixture', fixture: 'requests', schema: 1, scenario: 's' },
      {
        type: 'request',
        lane: 1,
        place: 1,
        request: { ...request, system: '{{system}}', tools: '{{tools}}', messages: [{ role: 'user', content: user }] },
      },
    ]),
  });
  const pin = {
    system: 'You work in {{cwd}}. Today is 2026-11-30.',
    tools: { text: JSON.stringify(TOOLS), file: 'tool-schemas.expected.json' },
  };
  const ask = async (expected: NonNullable<Parameters<Ends['start']>[0] & { mode: 'replay' }>['expected']) => {
    const provider = await ends.start({ mode: 'replay', cassette, ...(expected && { expected }), ...settings({ cwd: '/tmp/run-1' }) });
    await send(provider.url + CHAT, { body: requestOf() });
    return callsOf(provider)[0]!;
  };
  expect(await ask({ requests: expectation('Write a report.'), pin })).toMatchObject({ outcome: 'match' });
  expect(await ask({ requests: expectation('Write a letter.'), pin })).toMatchObject({
    outcome: 'drift',
    differences: [{ path: '$.messages[0].content' }],
  });
  expect(await ask({ requests: expectation('Write a report.'), pin: { ...pin, system: 'Other.' } })).toMatchObject({
    drifted: ['system-prompt'],
  });
  expect(await ask('nothing')).toMatchObject({ outcome: 'unverified' });
});

test('a reply that the client had aborted hangs again, and the next call of the lane is served at once', async ({ ends }) => {
  let calls = 0;
  const upstream = await ends.live(async (request, response) => {
    await bodyOf(request);
    if (++calls === 2) return answer(response, 'second');
    response.writeHead(200, EVENTS);
    response.write(delta('be'));
  });
  const record = await ends.start({ mode: 'record', upstream });
  const next = JSON.stringify({
    ...JSON.parse(chatBody('hi')),
    messages: [...JSON.parse(chatBody('hi')).messages, { role: 'assistant', content: 'be' }, { role: 'user', content: 'Go on.' }],
  });
  const drive = async (live: LoopbackProvider) => {
    const first = await open(live.url + CHAT, { body: chatBody('hi') });
    const seen = await nextChunk(first);
    first.destroy();
    return [seen, (await send(live.url + CHAT, { body: next })).text];
  };
  const was = await drive(record);
  expect(was[1]).toContain('second');
  const replayed = await ends.start({ mode: 'replay', cassette: { text: record.cassette('s'), file: 'f' } });
  expect(await drive(replayed)).toEqual(was);
  expect(callsOf(replayed).map(({ lane, place, outcome }) => [lane, place, outcome])).toEqual([
    [1, 1, 'match'],
    [1, 2, 'match'],
  ]);
  expect(replayed.decisions.filter(({ type }) => type === 'stream-end')).toMatchObject([
    { call: 1, end: 'aborted', released: 1, left: 0 },
    { call: 2, end: 'finished', left: 0 },
  ]);
});

test('a call that the client gave up need not have ended before the next of its lane is served', async ({ ends }) => {
  const provider = await ends.start({
    mode: 'replay',
    cassette: authored({ type: 'hang', text: 'wait' }, { type: 'reply', text: 'more' }),
  });
  const first = await open(provider.url + CHAT, { body: chatBody('hi') });
  await nextChunk(first);
  // The first connection is open still.
  expect((await send(provider.url + CHAT, { body: chatBody('hi') })).text).toContain('more');
  first.destroy();
  await until(() => provider.decisions.filter(({ type }) => type === 'stream-end').length === 2);
  expect(provider.decisions.filter(({ type }) => type === 'stream-end')).toMatchObject([
    { call: 2, end: 'finished' },
    { call: 1, end: 'aborted', left: 0 },
  ]);
});

test('a second call while the first of its lane is being sent is refused', async ({ ends }) => {
  const much = 'x'.repeat(32 * 1024 * 1024);
  const provider = await ends.start({ mode: 'replay', cassette: authored({ type: 'reply', text: much }, { type: 'reply', text: 'more' }) });
  // Nothing of it is read.
  const first = await open(provider.url + CHAT, { body: chatBody('hi') });
  const carried = JSON.parse(chatBody('hi')) as { messages: unknown[] };
  const next = JSON.stringify({
    ...carried,
    messages: [...carried.messages, { role: 'assistant', content: much }, { role: 'user', content: 'on' }],
  });
  expect(await send(provider.url + CHAT, { body: next })).toMatchObject({ status: 400 });
  expect(callsOf(provider).at(-1)).toMatchObject({
    outcome: 'ambiguous',
    code: 'ACP_REPLAY_AMBIGUOUS',
    reason: expect.stringContaining('model call 1'),
  });
  first.destroy();
});

test('one authored scenario drives an agent of each dialect', async ({ ends }) => {
  const records: Partial<AuthoredRecord>[] = [
    { type: 'reply', toolCalls: [{ name: 'write', arguments: { path: '{{cwd}}/a.txt' } }] },
    { type: 'error', status: 429, message: 'slow down', retryAfter: 3 },
    { type: 'reply', text: 'Done.' },
  ];
  const bodies = {
    [CHAT]: { model: 'm', stream: true, messages: [{ role: 'user', content: 'go' }] },
    '/responses': { model: 'm', stream: true, input: [{ role: 'user', content: 'go' }] },
    '/v1/messages': { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'go' }] },
    '/v1beta/models/m:streamGenerateContent?alt=sse': { contents: [{ role: 'user', parts: [{ text: 'go' }] }] },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const run = async () => {
      const provider = await ends.start({ mode: 'replay', cassette: authored(...records), ...settings({ cwd: '/tmp/w' }) });
      return { provider, got: await send(provider.url + path, { body: JSON.stringify(body) }) };
    };
    const { provider, got } = await run();
    expect(got.status, path).toBe(200);
    expect(got.text, path).toContain('/tmp/w/a.txt');
    expect(provider.decisions[0]).toMatchObject({ type: 'script', lanes: [3] });
    // The same bytes in every run.
    expect((await run()).got.text).toBe(got.text);
  }
});

test('an authored lane goes on by the replies that are carried back; errors are followed by the next', async ({ ends }) => {
  const provider = await ends.start({
    mode: 'replay',
    cassette: authored(
      { type: 'reply', lane: 1, text: 'One.' },
      { type: 'error', lane: 1, status: 429, message: 'slow down', retryAfter: 3 },
      { type: 'reply', lane: 1, text: 'Two.' },
      { type: 'reply', lane: 2, when: { user: 'title' }, text: 'A title' },
    ),
  });
  const ask = async (...messages: { role: string; content: string }[]) =>
    send(provider.url + CHAT, { body: JSON.stringify({ model: 'm', messages }) });
  const contentOf = (text: string) => (JSON.parse(text) as { choices: { message: { content: string } }[] }).choices[0]!.message.content;
  const opening = { role: 'user', content: 'go' };
  expect(contentOf((await ask({ role: 'user', content: 'a title for: go' })).text)).toBe('A title');
  expect(contentOf((await ask(opening)).text)).toBe('One.');
  const second = [opening, { role: 'assistant', content: 'One.' }, { role: 'user', content: 'on' }];
  const refused = await ask(...second);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3' } });
  expect(contentOf((await ask(...second)).text)).toBe('Two.');
  expect(callsOf(provider).map(({ lane, place }) => [lane, place])).toEqual([
    [2, 1],
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  expect(await ask(...second)).toMatchObject({ status: 400 });
  expect(callsOf(provider).at(-1)).toMatchObject({ code: 'ACP_REPLAY_EXHAUSTED', lane: 1, place: 4 });
});

test('a value minted at run time that the model echoed is this run’s, also split over deltas', async ({ ends }) => {
  const normalizers = [SESSION];
  const upstream = await ends.live(async (request, response) => {
    const { metadata } = JSON.parse((await bodyOf(request)).toString()) as { metadata: { session: string } };
    const { session } = metadata;
    answer(response, 'Session ', session.slice(0, 5), `${session.slice(5)} is on.`);
  });
  const record = await ends.start({ mode: 'record', upstream, normalizers });
  await send(record.url + CHAT, { body: requestOf({ session: 'sess-1111-aaaa' }) });
  const text = record.cassette('s');
  expect(text).not.toContain('1111-aaaa');
  const replayed = await ends.start({ mode: 'replay', cassette: { text, file: 'f' }, normalizers });
  const got = await send(replayed.url + CHAT, { body: requestOf({ session: 'sess-2222-bbbb' }) });
  expect(got.text).toBe([delta('Session '), delta('sess-2222-bbbb'), delta(' is on.'), delta('', 'stop'), DONE].join(''));
});

test('nothing is recorded: every model call is refused, and so is a path that is not below the base', async ({ ends }) => {
  const provider = await ends.start({ mode: 'replay' });
  expect(await send(provider.url + CHAT, { body: chatBody('hi') })).toMatchObject({ status: 400 });
  expect(callsOf(provider)).toMatchObject([{ outcome: 'miss', lane: 0, place: 0, code: 'ACP_REPLAY_MISS' }]);
  expect(await send(`http://127.0.0.1:${provider.port}/v1${CHAT}`, { body: chatBody('hi') })).toMatchObject({ status: 404 });
  expect(provider.decisions.at(-1)).toMatchObject({ type: 'note', note: 'stray', text: `POST /v1${CHAT}` });
  expect(() => provider.urlOf('tools')).toThrow(/ACP_PROVIDER_ENDPOINT/);
});

test('a cassette that cannot be read is refused with its line', async ({ ends }) => {
  await expect(ends.start({ mode: 'replay', cassette: authored({ type: 'reply', text: 'a', txt: 'b' }) })).rejects.toThrow(
    /provider-replay\.jsonl:2/,
  );
});

test('serves a server that listens already, at the address that it is told', async ({ ends }) => {
  const folder = await mkdtemp(join(tmpdir(), 'provider-'));
  const socketPath = join(folder, 'p.sock');
  const listening: Server = createNetServer();
  await new Promise<void>((resolve) => listening.listen(socketPath, resolve));
  try {
    const provider = await ends.start({
      mode: 'replay',
      cassette: authored({ type: 'reply', text: 'by socket' }),
      server: { listening, url: 'http://127.0.0.1:4010' },
    });
    expect(provider.url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/[0-9a-f]{24}$/);
    expect(provider.port).toBe(4010);
    const text = await new Promise<string>((resolve, reject) => {
      const sent = requestHttp({ socketPath, path: `${new URL(provider.url).pathname}${CHAT}`, method: 'POST' }, (message) => {
        void bodyOf(message).then((bytes) => resolve(bytes.toString()));
      });
      sent.on('error', reject);
      sent.end(chatBody('hi'));
    });
    expect(text).toContain('by socket');
    await provider.close();
    expect(listening.listening).toBe(true);
  } finally {
    await new Promise((resolve) => listening.close(resolve));
    await rm(folder, { recursive: true });
  }
});

test('is no proxy', async ({ ends }) => {
  const provider = await ends.start({ mode: 'replay' });
  const said = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(provider.port, '127.0.0.1', () => socket.write('CONNECT api.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n'));
    socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1\.1 405 /);
  expect(provider.decisions.at(-1)).toMatchObject({ type: 'note', note: 'connect', text: 'api.example.com:443' });
});

test('40 conversations at once each get their own reply', async ({ ends }) => {
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const upstream = await ends.live(async (request, response) =>
    answer(response, `reply to ${/hi-\d+/.exec((await bodyOf(request)).toString())![0]}`),
  );
  const record = await ends.start({ mode: 'record', upstream });
  const ask = (live: LoopbackProvider, n: number) => send(live.url + CHAT, { body: chatBody(`hi-${n}`) });
  await Promise.all(numbers.map((n) => ask(record, n)));
  const replayed = await ends.start({ mode: 'replay', cassette: { text: record.cassette('s'), file: 'f' } });
  const answers = await Promise.all(numbers.toReversed().map((n) => ask(replayed, n)));
  expect(answers.map(({ text }) => /reply to hi-\d+/.exec(text)![0])).toEqual(numbers.toReversed().map((n) => `reply to hi-${n}`));
});
