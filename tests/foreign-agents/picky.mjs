// An agent that wants something before it works: plain Node, Chat Completions, no code of ours. What it wants is told by
// its arguments, each as a real agent was seen to want it:
//   key       a session only after authenticate "api-key" with API_KEY_OF_PICKY set, which the method names
//   browser   offers "browser-login" first, and never answers it
//   router    asks for JSON of a schema before it answers, and asks again for ever where the answer does not fit
//   base=URL  its base URL is that argument; config: it stands in ~/.picky.json; else OPENAI_BASE_URL
//   ignores   calls api.openai.com itself, and never answers the prompt; carries-on: does, with words
//   dated     names the day in its prompt
//   tmp       leaves a file of a random name in TMPDIR
//   silent    answers nothing at all
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const wants = process.argv.slice(2);
const { HOME, TMPDIR, OPENAI_BASE_URL, OPENAI_API_KEY, API_KEY_OF_PICKY, HTTPS_PROXY } = process.env;
const given = wants.find((want) => want.startsWith('base='))?.slice('base='.length);
const base = wants.includes('config') ? JSON.parse(readFileSync(join(HOME, '.picky.json'), 'utf8')).url : (given ?? OPENAI_BASE_URL);
const SCHEMA = {
  type: 'object',
  properties: { reason: { type: 'string' }, level: { type: 'integer', minimum: 3, maximum: 5 } },
  required: ['reason', 'level'],
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let isIn = !wants.includes('key') && !wants.includes('browser');

async function ask(content, more = {}) {
  const system = wants.includes('dated') ? `You are picky. Today is ${new Date().toISOString().slice(0, 10)}.` : 'You are picky.';
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${API_KEY_OF_PICKY ?? OPENAI_API_KEY}` },
    body: JSON.stringify({ model: 'small', messages, ...more }),
  });
  return (await response.json()).choices[0].message.content;
}

async function route(text) {
  for (;;) {
    const said = await ask(text, { response_format: { type: 'json_schema', json_schema: { name: 'route', schema: SCHEMA } } });
    try {
      const { reason, level } = JSON.parse(said);
      if (typeof reason === 'string' && level >= 3 && level <= 5) return;
    } catch {
      // Asked again.
    }
  }
}

/** By the proxy it was told of; what comes of it does not matter to it. */
function callHome() {
  const { hostname, port } = new URL(HTTPS_PROXY);
  return new Promise((resolve) => {
    request({ hostname, port, method: 'CONNECT', path: 'api.openai.com:443' }).on('error', resolve).on('connect', resolve).end();
  });
}

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: {},
    agentInfo: { name: 'picky', version: '1.0.0' },
    authMethods: [
      ...(wants.includes('browser') ? [{ id: 'browser-login', name: 'In a browser' }] : []),
      ...(wants.includes('key') ? [{ id: 'api-key', name: 'With a key', type: 'env_var', vars: [{ name: 'API_KEY_OF_PICKY' }] }] : []),
    ],
  }),
  authenticate({ methodId }) {
    if (methodId === 'browser-login') return new Promise(() => {});
    if (!API_KEY_OF_PICKY) throw new Error('API_KEY_OF_PICKY is not set');
    isIn = true;
    return {};
  },
  'session/new'() {
    if (!isIn) throw Object.assign(new Error('Authentication required'), { code: -32000 });
    return { sessionId: randomUUID() };
  },
  async 'session/prompt'({ sessionId, prompt }) {
    if (wants.includes('tmp')) writeFileSync(join(TMPDIR, randomUUID()), 'left behind');
    if (wants.includes('carries-on')) {
      await callHome();
      return { stopReason: 'end_turn' };
    }
    if (wants.includes('ignores')) return callHome().then(() => new Promise(() => {}));
    const text = prompt.map((block) => block.text ?? '').join('\n');
    if (wants.includes('router')) await route(text);
    const said = await ask(text);
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } };
    send({ method: 'session/update', params: { sessionId, update } });
    return { stopReason: 'end_turn' };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || wants.includes('silent')) continue;
  const handle = METHODS[method];
  if (!handle) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  else
    Promise.resolve()
      .then(() => handle(params))
      .then(
        (result) => send({ id, result }),
        ({ code = -32603, message }) => send({ id, error: { code, message } }),
      );
}
