import { createServer, request as requestHttp, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatCassette } from '../../cassette/index.js';
import { formatSseEvent, readRequest } from '../../dialects/index.js';
import { startLoopbackProvider } from '../../provider/index.js';
import type { Exchange, SseEvent } from '../../schema/index.js';
import { median, timed, type Measured } from './stats.js';

const CHUNKS = 50_000;
const PAIRS = 9;
const PATH = '/chat/completions';
const BODY = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Write much.' }] };

/** A reply of 50,000 chunks, served by the loopback provider and by a bare server, to one client, in turns. */
export async function measureProvider(): Promise<Measured> {
  const events = replyEvents();
  const texts = events.map(formatSseEvent);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const cassette = { text: cassetteOf(events), file: 'provider-replay.jsonl' };
  const bare: number[] = [];
  const served: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const server = await bareServer(texts);
    const provider = await startLoopbackProvider({ mode: 'replay', cassette });
    const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
    const turns = [
      async () => served.push(await timed(() => fetchAll(provider.url + PATH, bytes))),
      async () => bare.push(await timed(() => fetchAll(bareUrl, bytes))),
    ];
    try {
      // Untimed: what reading the cassette left to the garbage collector is nobody's.
      await fetchAll(bareUrl, bytes);
      for (const take of pair % 2 === 0 ? turns : turns.toReversed()) await take();
    } finally {
      await provider.close();
      server.close();
    }
  }
  const ratios = served.map((time, at) => time / bare[at]!);
  return {
    figures: { provider_50k_ratio: median(ratios), provider_50k_ms: median(served), provider_50k_bare_ms: median(bare) },
    samples: { provider_50k_ms: served, provider_50k_bare_ms: bare },
  };
}

function replyEvents(): SseEvent[] {
  const chunk = (delta: object, finish: string | null = null): SseEvent => ({
    data: JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    }),
  });
  const deltas = Array.from({ length: CHUNKS - 2 }, (_, n) => chunk({ content: `word ${n} ` }));
  return [...deltas, chunk({}, 'stop'), { data: '[DONE]' }];
}

function cassetteOf(events: SseEvent[]): string {
  const headers = { 'content-type': 'application/json' };
  const exchange: Exchange = {
    type: 'exchange',
    lane: 1,
    place: 1,
    dialect: 'openai-chat',
    request: readRequest('openai-chat', { method: 'POST', path: PATH, headers, body: BODY }),
    reply: { status: 200, headers: { 'content-type': 'text/event-stream' }, events, end: 'complete', finish: 'stop' },
  };
  return formatCassette({ scenario: 'bench', exchanges: [exchange], plain: [], authored: [] });
}

/** What anybody would write: each chunk by itself, no faster than the client takes it. */
async function bareServer(texts: readonly string[]): Promise<Server> {
  const serve = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of texts) if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
    response.end();
  };
  const server = createServer((request, response) => request.resume().on('end', () => void serve(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function fetchAll(url: string, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(url, { method: 'POST', headers: { 'content-type': 'application/json' }, agent: false }, (message) => {
      let got = 0;
      message.on('data', (chunk: Buffer) => (got += chunk.length));
      message.on('end', () => (got === bytes ? resolve() : reject(new Error(`the client got ${got} of ${bytes} bytes`))));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(BODY));
  });
}
