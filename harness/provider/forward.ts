import { request as requestHttp, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isHopByHop } from '../cassette/index.js';
import type { ExchangeEnd } from '../schema/index.js';
import type { ReceivedReply } from './wire-reply.js';

/**
 * Forwards one request to the live endpoint and tees what comes back: each chunk goes to the client as it arrives, no
 * faster than the client takes it, and is kept. Settles once the exchange has ended, on either side; never rejects.
 */
export function forward(url: URL, request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<ReceivedReply> {
  return new Promise((resolve) => {
    const received: ReceivedReply = { status: 0, headers: {}, body: Buffer.alloc(0), end: 'unreachable' };
    const chunks: Buffer[] = [];
    let settled = false;
    const settle = (end: ExchangeEnd): void => {
      if (settled) return;
      settled = true;
      resolve({ ...received, body: Buffer.concat(chunks), end });
    };

    const upstream = send(url, request, body);
    upstream.on('response', (reply) => {
      received.status = reply.statusCode!;
      received.headers = reply.headers;
      response.writeHead(reply.statusCode!, reply.statusMessage, passedOn(reply.rawHeaders, reply.headers.connection));
      response.flushHeaders();
      reply.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!response.write(chunk)) reply.pause();
      });
      response.on('drain', () => reply.resume());
      reply.on('end', () => {
        // `end` comes without the last bytes too, where the connection broke.
        if (!reply.complete) return;
        settle('complete');
        response.end();
      });
      reply.on('error', () => undefined);
      reply.on('close', () => {
        if (!reply.complete) broken('reset');
      });
    });
    upstream.on('error', () => broken(received.status === 0 ? 'unreachable' : 'reset'));
    // The client sees what the agent would have seen of a provider that breaks off.
    const broken = (end: ExchangeEnd): void => {
      settle(end);
      response.destroy();
    };
    response.on('close', () => {
      settle('aborted');
      upstream.destroy();
    });
  });
}

function send(url: URL, request: IncomingMessage, body: Buffer): ClientRequest {
  const headers = passedOn(request.rawHeaders, request.headers.connection, ['host', 'content-length', 'expect']);
  if (body.length > 0 || request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
    headers['content-length'] = body.length;
  const make = url.protocol === 'https:' ? requestHttps : requestHttp;
  const upstream = make(url, { method: request.method!, headers, agent: false });
  upstream.end(body);
  return upstream;
}

/** Headers as they came, repeated ones too, without those of the connection. */
function passedOn(raw: readonly string[], connection: string | undefined, without: readonly string[] = []): OutgoingHttpHeaders {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (isHopByHop(name, connection) || without.includes(name.toLowerCase())) continue;
    headers[name] = [...(headers[name] ?? []), raw[at + 1]!];
  }
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}
