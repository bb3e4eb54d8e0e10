import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { parseCassette } from '../../../harness/cassette/index.js';
import { answer, bodyOf, chatBody, delta, DONE, EVENTS, nextChunk, open, send, test, until } from './upstream.js';

const CHAT = '/chat/completions';

test('the client has the first bytes before the live endpoint has sent the last', async ({ ends }) => {
  let release = (): void => {};
  const seen = new Promise<void>((resolve) => (release = resolve));
  const sent: string[] = [];
  const upstream = await ends.live(async (_request, response) => {
    response.writeHead(200, EVENTS);
    response.write(delta('first'));
    sent.push('first');
    // The last part is held back until the client has the first.
    await seen;
    response.end(delta('last', 'stop') + DONE);
    sent.push('last');
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  const first = await nextChunk(message);
  expect(first).toBe(delta('first'));
  expect(sent).toEqual(['first']);
  console.log(`live tee: the client held ${first.length} bytes while the live endpoint had sent ${sent.length} of 2 parts`);
  release();
  expect((await bodyOf(message)).toString()).toBe(delta('last', 'stop') + DONE);
  await until(() => provider.exchanges.length === 1);
  expect(provider.exchanges[0]!.reply).toMatchObject({ end: 'complete', finish: 'stop' });
});

test('chunks go on as they come, cut wherever they were cut', async ({ ends }) => {
  const bytes = Buffer.from(`${delta('北京 👋', 'stop')}${DONE}`);
  let next = (): void => {};
  const upstream = await ends.live(async (_request, response) => {
    response.writeHead(200, EVENTS);
    for (const byte of bytes) {
      const read = new Promise<void>((resolve) => (next = resolve));
      response.write(Buffer.of(byte));
      await read;
    }
    response.end();
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  const sizes: number[] = [];
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => {
    sizes.push(chunk.length);
    chunks.push(chunk);
    next();
  });
  await new Promise((resolve) => message.once('end', resolve));
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  expect(sizes).toEqual([...bytes].map(() => 1));
  await until(() => provider.exchanges.length === 1);
  expect(provider.exchanges[0]!.reply.events!.map(({ data }) => `data: ${data}\n\n`).join('')).toBe(bytes.toString());
});

test('the live endpoint is read no faster than the client reads', async ({ ends }) => {
  const part = delta('x'.repeat(64 * 1024));
  const parts = 400;
  let written = 0;
  let hold = true;
  const upstream = await ends.live(async (_request, response) => {
    response.writeHead(200, EVENTS);
    for (let n = 0; n < parts; n++) {
      written++;
      if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
    }
    hold = false;
    response.end(DONE);
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  message.pause();
  // Stands still once all buffers on the way are full.
  let before = -1;
  while (written !== before) {
    before = written;
    for (let turns = 0; turns < 200; turns++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(hold).toBe(true);
  expect(written).toBeLessThan(parts);
  expect((await bodyOf(message)).length).toBe(part.length * parts + DONE.length);
});

for (const [encoding, encode] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const) {
  test(`${encoding}: a request and a reply are read, and go on as they are`, async ({ ends }) => {
    const request = encode(Buffer.from(chatBody('compressed')));
    const reply = encode(Buffer.from(delta('packed', 'stop') + DONE));
    let arrived: { bytes: Buffer; encoding: string | undefined } | undefined;
    const upstream = await ends.live(async (message, response) => {
      arrived = { encoding: message.headers['content-encoding'], bytes: await bodyOf(message) };
      response.writeHead(200, { ...EVENTS, 'content-encoding': encoding });
      response.end(reply);
    });
    const provider = await ends.start({ mode: 'record', upstream });
    const got = await send(provider.url + CHAT, { headers: { 'content-encoding': encoding }, body: request });
    expect(arrived!.encoding).toBe(encoding);
    expect(arrived!.bytes.equals(request)).toBe(true);
    expect(got.headers['content-encoding']).toBe(encoding);
    expect(got.bytes.equals(reply)).toBe(true);
    const [exchange] = provider.exchanges;
    expect(exchange!.request.messages).toEqual([{ role: 'user', content: 'compressed' }]);
    expect(exchange!.reply.events!.at(-1)!.data).toBe('[DONE]');
    expect(exchange!.reply.headers).toEqual(EVENTS);
  });
}

for (const [status, headers, kept] of [
  [401, { 'www-authenticate': 'Bearer' }, {}],
  [429, { 'retry-after': '7' }, { 'retry-after': '7' }],
  [500, {}, {}],
  [529, { 'x-should-retry': 'true' }, { 'x-should-retry': 'true' }],
] as const) {
  test(`HTTP ${status} is recorded as what it was, and served again`, async ({ ends }) => {
    const body = JSON.stringify({ error: { message: 'no', type: 'some_error' } });
    const upstream = await ends.live((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    });
    const provider = await ends.start({ mode: 'record', upstream });
    expect(await send(provider.url + CHAT, { body: chatBody('hi') })).toMatchObject({ status, text: body });
    expect(provider.exchanges[0]!.reply).toEqual({
      status,
      headers: { 'content-type': 'application/json', ...kept },
      body,
      end: 'complete',
    });

    const replayed = await ends.start({ mode: 'replay', cassette: { text: provider.cassette('s'), file: 'provider-replay.jsonl' } });
    const again = await send(replayed.url + CHAT, { body: chatBody('hi') });
    expect(again).toMatchObject({ status, text: body, headers: kept });
  });
}

test('a provider that cannot be reached breaks the connection, in replay too', async ({ ends }) => {
  const provider = await ends.start({ mode: 'record', upstream: 'http://127.0.0.1:9/v1' });
  await expect(send(provider.url + CHAT, { body: chatBody('hi') })).rejects.toThrow(/hang up|ECONNRESET/);
  await until(() => provider.exchanges.length === 1);
  expect(provider.exchanges[0]!.reply).toEqual({ status: 0, headers: {}, end: 'unreachable' });
  const replayed = await ends.start({ mode: 'replay', cassette: { text: provider.cassette('s'), file: 'f' } });
  await expect(send(replayed.url + CHAT, { body: chatBody('hi') })).rejects.toThrow(/hang up|ECONNRESET/);
});

test('a connection that breaks in the middle gives the same beginning, then breaks, in replay too', async ({ ends }) => {
  const upstream = await ends.live((_request, response) => {
    response.writeHead(200, EVENTS);
    response.write(delta('half'), () => response.destroy());
  });
  const provider = await ends.start({ mode: 'record', upstream });
  expect(await send(provider.url + CHAT, { body: chatBody('hi') })).toMatchObject({ text: delta('half'), broken: true });
  await until(() => provider.exchanges.length === 1);
  expect(provider.exchanges[0]!.reply).toMatchObject({ end: 'reset', events: [{}] });
  const replayed = await ends.start({ mode: 'replay', cassette: { text: provider.cassette('s'), file: 'f' } });
  expect(await send(replayed.url + CHAT, { body: chatBody('hi') })).toMatchObject({ status: 200, text: delta('half'), broken: true });
  await until(() => replayed.decisions.some(({ type }) => type === 'stream-end'));
  expect(replayed.decisions.at(-1)).toMatchObject({ type: 'stream-end', end: 'thrown', released: 1, left: 0 });
});

test('a stream that ends cleanly before the end of the dialect is incomplete', async ({ ends }) => {
  const upstream = await ends.live((_request, response) => {
    response.writeHead(200, EVENTS);
    response.end(delta('cut'));
  });
  const provider = await ends.start({ mode: 'record', upstream });
  await send(provider.url + CHAT, { body: chatBody('hi') });
  expect(provider.exchanges[0]!.reply).toMatchObject({ end: 'incomplete' });
  expect(provider.exchanges[0]!.reply.finish).toBeUndefined();
});

test('a client that ends early is recorded as aborted, and what it had is kept', async ({ ends }) => {
  let gone = false;
  const upstream = await ends.live((_request, response) => {
    response.writeHead(200, EVENTS);
    response.write(delta('be'));
    response.on('close', () => (gone = true));
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  await nextChunk(message);
  message.destroy();
  await until(() => provider.exchanges.length === 1 && gone);
  expect(provider.exchanges[0]!.reply).toMatchObject({ end: 'aborted', events: [{ data: expect.stringContaining('be') }] });
});

test('a client that closes right behind [DONE] loses nothing', async ({ ends }) => {
  const upstream = await ends.live((_request, response) => {
    response.writeHead(200, EVENTS);
    // Never ends by itself: only the client does.
    response.write(delta('all', 'stop') + DONE);
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  let text = '';
  while (!text.endsWith(DONE)) text += await nextChunk(message);
  message.destroy();
  await until(() => provider.exchanges.length === 1);
  expect(provider.exchanges[0]!.reply).toMatchObject({ end: 'complete', finish: 'stop' });
  expect(provider.exchanges[0]!.reply.events).toHaveLength(2);
});

test('credentials reach no exchange, whatever header or parameter carries them', async ({ ends }) => {
  const secret = 'sk-live-8f2k3j4h5g6f7d8s';
  let arrived: Record<string, unknown> = {};
  const upstream = await ends.live((request, response) => {
    arrived = { ...request.headers, url: request.url };
    response.setHeader('set-cookie', `session=${secret}`);
    answer(response, 'ok');
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const headers = Object.fromEntries(
    ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie', 'proxy-authorization', 'x-auth-token'].map((name) => [
      name,
      secret,
    ]),
  );
  const got = await send(`${provider.url}${CHAT}?key=${secret}&alt=sse`, { headers, body: chatBody('hi') });
  await send(`${provider.url}/models?api_key=${secret}`, { method: 'GET', headers });
  expect(got.headers['set-cookie']).toEqual([`session=${secret}`]);
  expect(arrived['authorization']).toBe(secret);
  const text = provider.cassette('s');
  expect(text).not.toContain(secret);
  expect(JSON.stringify(provider.decisions)).not.toContain(secret);
  expect(provider.exchanges[0]!.request.path).toBe(`${CHAT}?alt=sse`);
  expect(Object.keys(provider.exchanges[0]!.request.headers)).toEqual(['content-type']);
});

test('other requests are recorded and served as they were; those of a further endpoint apart', async ({ ends }) => {
  let asked = 0;
  const upstream = await ends.live(async (request, response) => {
    if (request.method === 'HEAD') response.writeHead(404).end();
    else if (request.url === '/v1/models') response.setHeader('content-type', 'application/json').end(`{"data":[${++asked}]}`);
    else answer(response, (await bodyOf(request)).toString().includes('hi') ? 'ok' : '');
  });
  const tools = await ends.live(async (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'm1' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { echo: JSON.parse((await bodyOf(request)).toString()).method } }));
  });
  const provider = await ends.start({ mode: 'record', upstream, endpoints: { tools } });
  const ask = async (live: typeof provider) => [
    await send(live.url, { method: 'HEAD' }),
    await send(`${live.url}/models`, { method: 'GET' }),
    await send(`${live.url}/models`, { method: 'GET' }),
    await send(`${live.urlOf('tools')}/mcp`, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }),
  ];
  const first = await ask(provider);
  expect(first.map(({ status, text }) => [status, text])).toEqual([
    [404, ''],
    [200, '{"data":[1]}'],
    [200, '{"data":[2]}'],
    [200, '{"jsonrpc":"2.0","id":1,"result":{"echo":"tools/list"}}'],
  ]);
  await send(provider.url + CHAT, { body: chatBody('hi') });
  const text = provider.cassette('s');
  expect(parseCassette(text).plain.map(({ endpoint, request }) => [endpoint, request.method, request.path])).toEqual([
    [undefined, 'HEAD', ''],
    [undefined, 'GET', '/models'],
    [undefined, 'GET', '/models'],
    ['tools', 'POST', '/mcp'],
  ]);

  const replayed = await ends.start({ mode: 'replay', cassette: { text, file: 'f' }, endpoints: ['tools'] });
  const again = await ask(replayed);
  expect(again.map(({ status, text }) => [status, text])).toEqual(first.map(({ status, text }) => [status, text]));
  expect(again[3]!.headers['mcp-session-id']).toBe('m1');
  // The last answer stays; what was never asked is not guessed.
  expect((await send(`${replayed.url}/models`, { method: 'GET' })).text).toBe('{"data":[2]}');
  expect(await send(`${replayed.url}/models/m`, { method: 'GET' })).toMatchObject({ status: 404 });
  expect(await send(`${replayed.urlOf('tools')}/mcp`, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}' })).toMatchObject({
    status: 404,
  });
  expect(replayed.decisions.flatMap((item) => (item.type === 'plain' ? [item.outcome] : []))).toEqual([
    'match',
    'match',
    'match',
    'match',
    'match',
    'miss',
    'miss',
  ]);
});

test('a WebSocket upgrade is refused cleanly and noted', async ({ ends }) => {
  const provider = await ends.start({ mode: 'record', upstream: 'http://127.0.0.1:9/v1' });
  const { pathname, port } = new URL(provider.url);
  const said = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET ${pathname}/responses HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`),
    );
    socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1\.1 426 /);
  expect(provider.decisions.at(-1)).toMatchObject({ type: 'note', note: 'upgrade', text: 'websocket at /responses' });
});

test('nothing captured is an error', async ({ ends }) => {
  const provider = await ends.start({ mode: 'record', upstream: 'http://127.0.0.1:9/v1' });
  expect(() => provider.cassette('s')).toThrow(/ACP_PROVIDER_NOTHING_CAPTURED/);
});

for (const upstream of ['api.example.com/v1', 'ftp://api.example.com']) {
  test(`a live base URL that is none is refused: ${upstream}`, async ({ ends }) => {
    await expect(ends.start({ mode: 'record', upstream })).rejects.toThrow(/ACP_PROVIDER_UPSTREAM/);
  });
}

test('closing ends what is under way, and writes it down', async ({ ends }) => {
  const upstream = await ends.live((_request, response) => {
    response.writeHead(200, EVENTS);
    response.write(delta('be'));
  });
  const provider = await ends.start({ mode: 'record', upstream });
  const message = await open(provider.url + CHAT, { body: chatBody('hi') });
  message.on('error', () => undefined);
  await nextChunk(message);
  await provider.close();
  expect(provider.exchanges).toMatchObject([{ reply: { end: 'aborted' } }]);
});
