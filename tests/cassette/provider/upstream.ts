import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { startLoopbackProvider, type LoopbackProvider, type LoopbackProviderOptions } from '../../../harness/provider/index.js';

/** A scripted live endpoint and the provider before it; both end with the test. */
export interface Ends {
  /** Starts a live endpoint; its base URL. */
  live: (listener: (request: IncomingMessage, response: ServerResponse) => unknown) => Promise<string>;
  start: (options: LoopbackProviderOptions) => Promise<LoopbackProvider>;
}

export const test = base.extend<{ ends: Ends }>({
  ends: async ({}, use) => {
    const closers: (() => Promise<unknown>)[] = [];
    await use({
      async live(listener) {
        const server = createServer((request, response) => void listener(request, response));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        closers.push(async () => {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        });
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      },
      async start(options) {
        const provider = await startLoopbackProvider(options);
        closers.unshift(() => provider.close());
        return provider;
      },
    });
    for (const close of closers) await close();
  },
});

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request whose answer is read by hand. */
export function open(url: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers }, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Whether the connection broke before the end. */
  broken: boolean;
}

/** A request with its whole answer, as far as it comes. */
export async function send(url: string, sent: Sent = {}): Promise<Received> {
  const message = await open(url, sent);
  const chunks: Buffer[] = [];
  let broken = false;
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer);
  } catch {
    broken = true;
  }
  const bytes = Buffer.concat(chunks);
  return { status: message.statusCode!, headers: message.headers, bytes, text: bytes.toString('utf8'), broken };
}

/** The bytes of the next chunk of an answer. */
export async function nextChunk(message: IncomingMessage): Promise<string> {
  return new Promise((resolve) => message.once('data', (chunk: Buffer) => (message.pause(), resolve(chunk.toString('utf8')))));
}

export const chatBody = (content: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    model: 'm',
    stream: true,
    messages: [
      { role: 'system', content: 'Be helpful.' },
      { role: 'user', content },
    ],
    ...more,
  });

export const delta = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

export const DONE = 'data: [DONE]\n\n';
export const EVENTS = { 'content-type': 'text/event-stream' };

/** Whole answer of a live endpoint. */
export const answer = (response: ServerResponse, ...texts: string[]): void => {
  response.writeHead(200, EVENTS);
  response.end([...texts.map((text) => delta(text)), delta('', 'stop'), DONE].join(''));
};

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Waits until something that another process or a socket brings about is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
