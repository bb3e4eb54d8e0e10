import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { carriedReplies, dialectOf, encodeReply, openingOf, outputSchemaOf, readRequest, streamOf } from '../../dialects/index.js';
import { meaningOf, decoded, readBody } from '../../provider/incoming.js';
import { serveReply } from '../../provider/serve.js';
import type { Dialect } from '../../schema/index.js';
import { sampleOf } from './sample.js';

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
  /** Whether it wants JSON. */
  json: boolean;
  /** How many replies of the model it carries back. */
  carried: number;
  /** What it was answered with. */
  answer: string;
  /** Header and query values in which a key may have come. */
  credentials: string[];
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

/** Answers every model call, in whichever dialect, with one short text, or with JSON that fits the schema it asks for. */
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
  const seen: SeenRequest = {
    variable,
    method,
    path: path.split('?')[0]!,
    tools: [],
    json: false,
    carried: 0,
    answer: '',
    credentials: credentialsOf(request),
    at: performance.now() - started,
  };
  requests.push(seen);
  if (dialect === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here","type":"not_found_error"}}');
    return;
  }
  const body = meaningOf(decoded(bytes, request.headers['content-encoding']) ?? bytes);
  const call = readRequest(dialect, { method, path, headers: {}, body });
  const schema = outputSchemaOf(call);
  const text = schema ? JSON.stringify(sampleOf(schema, SCRIPTED_TEXT)) : SCRIPTED_TEXT;
  const { tools } = openingOf(dialect, call);
  Object.assign(seen, { dialect, tools, json: schema !== undefined, carried: carriedReplies(dialect, call).length, answer: text });
  let minted = 0;
  const options = {
    stream: streamOf(call),
    model: call.config.model,
    ids: (kind: string) => `${kind}_${++minted}`,
    created: 1_700_000_000,
  };
  await serveReply(encodeReply(dialect, { type: 'reply', lane: 1, text }, options), response);
}

function credentialsOf({ headers, url }: IncomingMessage): string[] {
  const query = new URL(url ?? '/', 'http://loopback').searchParams;
  return [...Object.values(headers).flat(), ...query.values()].filter((value) => value !== undefined);
}
