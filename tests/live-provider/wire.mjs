// A "live" provider that speaks four dialects on loopback: a process of its own, with ids, times and chunk boundaries
// that differ in every run. What it says follows from the conversation alone: the last user message that holds a key of
// the replies names the line, the number of assistant turns behind it the place. A request that offers no tools is asked
// for a title or a judgement: it gets one in the form it wants.
// usage: node wire.mjs <replies.json>   → prints {"url": "http://127.0.0.1:<port>"} and serves until stdin closes
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as zlib from 'node:zlib';
import * as anthropic from './dialects/anthropic.mjs';
import * as chat from './dialects/chat.mjs';
import * as gemini from './dialects/gemini.mjs';
import * as responses from './dialects/responses.mjs';

const DIALECTS = [chat, responses, anthropic, gemini];
const DECODERS = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync };
const replies = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const TITLE = 'A report is written';

/** How often each place was asked for: an entry with attempts fails first, in every run anew. */
const asked = new Map();

function nextReply({ turns, tools, schema }) {
  if (schema) return { text: JSON.stringify(sample(schema)) };
  if (!tools) return { text: TITLE };
  const keys = Object.keys(replies);
  const at = turns.findLastIndex(({ role, text }) => role === 'user' && keys.some((key) => text.includes(key)));
  const key = keys.find((one) => at >= 0 && turns[at].text.includes(one));
  if (key === undefined) return undefined;
  const behind = turns.slice(at + 1);
  const place = behind.filter(({ role }, index) => role === 'assistant' && behind[index - 1]?.role !== 'assistant').length;
  const reply = replies[key][place];
  if (!reply?.attempts) return reply;
  const name = `${key} ${place}`;
  const times = asked.get(name) ?? 0;
  asked.set(name, times + 1);
  return reply.attempts[times % reply.attempts.length];
}

/** The smallest value a JSON schema takes, as far as titles and judgements go. */
function sample(schema) {
  if (schema.enum) return schema.enum[0];
  const type = String(schema.type).toLowerCase();
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property)]));
  if (type === 'array') return [];
  if (type === 'number' || type === 'integer') return 20;
  return type === 'boolean' ? false : TITLE;
}

/** A model reads the folder it works in from its prompt: `{{cwd}}` in a reply is the first path of that name, and none of an agent's own hidden folder. */
function withFolder(reply, text) {
  const cwd = text.match(/\/[\w./-]+\/cwd(?![\w-])/g)?.find((path) => !path.includes('/.'));
  return reply && cwd ? JSON.parse(JSON.stringify(reply).replaceAll('{{cwd}}', cwd)) : reply;
}

/** Cuts bytes at random places, also inside a multibyte character: what a network does. */
async function writeInPieces(response, text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0 && !response.destroyed) {
    const cut = Math.min(bytes.length, randomInt(1, 600));
    response.write(bytes.subarray(0, cut));
    bytes = bytes.subarray(cut);
    await new Promise(setImmediate);
  }
}

const isAuthorized = ({ headers, url }) =>
  headers.authorization !== undefined ||
  headers['x-api-key'] !== undefined ||
  headers['x-goog-api-key'] !== undefined ||
  /[?&]key=/.test(url);

async function answer(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const bytes = Buffer.concat(parts);
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'HEAD') return void response.writeHead(200).end();
  if (request.method === 'GET' && pathname.endsWith('/models')) return send(response, 200, { object: 'list', data: [], models: [] });
  if (pathname.endsWith('/count_tokens')) return send(response, 200, { input_tokens: 640 });
  const dialect = DIALECTS.find(({ fits }) => request.method === 'POST' && fits(pathname));
  if (!dialect) return fail(response, { status: 404, message: `no such path: ${pathname}` });
  if (!isAuthorized(request)) return fail(response, { status: 401, message: 'no key' });
  const text = (DECODERS[request.headers['content-encoding']] ?? ((same) => same))(bytes).toString();
  const body = JSON.parse(text);
  const reply = withFolder(nextReply(dialect.read(body)), text);
  if (!reply) return fail(response, { status: 400, message: 'no reply is written for this conversation' });
  if (reply.status) return fail(response, reply);
  if (!dialect.isStreamed(pathname, body)) return send(response, 200, dialect.whole(reply, body));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': `req-${Date.now()}` });
  for (const event of dialect.events(reply, body)) await writeInPieces(response, event);
  response.end();
  return undefined;
}

function send(response, status, value, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

function fail(response, { status, message, retryAfter }) {
  const error = { code: status, message, type: 'api_error', status: 'UNAVAILABLE' };
  send(response, status, { type: 'error', error }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

const server = createServer((request, response) =>
  answer(request, response).catch((error) => fail(response, { status: 500, message: String(error) })),
);
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
process.stdin.resume().once('end', () => {
  server.close();
  server.closeAllConnections();
});
