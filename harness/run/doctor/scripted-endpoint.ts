import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { dialectOf, encodeReply, openingOf, readRequest, streamOf } from '../../dialects/index.js';
import { meaningOf, decoded, readBody } from '../../provider/incoming.js';
import { serveReply } from '../../provider/serve.js';
import type { Dialect } from '../../schema/index.js';

/** One request that an agent sent to a base URL it was handed. */
export interface SeenRequest {
  /** The variable whose base URL it used. */
  variable: string;
  method: string;
  /** Below the base URL. */
  path: string;
  /** Absent where it is no model call. */
  dialect?: Dialect;
  /** Names of the tools it offers. */
  tools: string[];
  /** Milliseconds since boot. */
  at: number;
}

export interface ScriptedEndpoint {
  /** Base URL for a variable: each has one of its own, so that a request tells which was read. */
  urlOf(variable: string): string;
  readonly requests: readonly SeenRequest[];
  close(): void;
}

export const SCRIPTED_TEXT = 'Hello from a scripted model.';

/** Answers every model call, in whichever dialect, with one short text. */
export async function openScriptedEndpoint(listening: Server | undefined): Promise<ScriptedEndpoint> {
  const requests: SeenRequest[] = [];
  const started = performance.now();
  const http = createServer((request, response) => {
    answer(request, response, requests, started).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once('listening', resolve).once('error', reject);
    if (listening) http.listen(listening);
    else http.listen(0, '127.0.0.1');
  });
  const { port } = http.address() as AddressInfo;
  return {
    urlOf: (variable) => `http://127.0.0.1:${port}/${variable}`,
    requests,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, requests: SeenRequest[], started: number): Promise<void> {
  response.on('error', () => {});
  const [, variable = '', path = '/'] = /^\/([^/?]*)(.*)$/.exec(request.url ?? '') ?? [];
  const method = request.method ?? 'GET';
  const dialect = dialectOf(method, path);
  const bytes = await readBody(request);
  const seen: SeenRequest = { variable, method, path: path.split('?')[0]!, tools: [], at: performance.now() - started };
  requests.push(seen);
  if (dialect === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here","type":"not_found_error"}}');
    return;
  }
  const body = meaningOf(decoded(bytes, request.headers['content-encoding']) ?? bytes);
  const call = readRequest(dialect, { method, path, headers: {}, body });
  Object.assign(seen, { dialect, tools: openingOf(dialect, call).tools });
  let minted = 0;
  const options = {
    stream: streamOf(call),
    model: call.config.model,
    ids: (kind: string) => `${kind}_${++minted}`,
    created: 1_700_000_000,
  };
  await serveReply(encodeReply(dialect, { type: 'reply', lane: 1, text: SCRIPTED_TEXT }, options), response);
}
