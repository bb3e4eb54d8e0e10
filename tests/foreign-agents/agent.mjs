// An agent of another make: plain Node, its own JSON-RPC, its own loop, no code of ours. It knows two tools, names its
// day and folder in the system prompt, asks for a title beside the first call, and tries again where the provider fails.
// usage: node agent.mjs chat|anthropic; BASE_URL and API_KEY name the provider. CHANGED=<text> is added to the prompt.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import * as anthropic from './anthropic.mjs';
import * as chat from './chat.mjs';
import { postEvents } from './post-events.mjs';

const model = { chat, anthropic }[process.argv[2]];
const { BASE_URL, API_KEY, HOME, CHANGED = '', TITLE_CALLS } = process.env;
const sessions = new Map();
const waiting = new Map();
let requests = 0;

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId, value) => send({ method: 'session/update', params: { sessionId, update: value } });

function request(method, params) {
  const id = ++requests;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

const path = { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } }, required: ['path'] };
const TOOLS = [
  { name: 'write_file', description: 'Writes a file of the workspace.', parameters: path },
  { name: 'read_file', description: 'Reads a file of the workspace.', parameters: path },
];

const systemOf = ({ cwd }) => `You are a small agent.${CHANGED}\nToday is ${new Date().toISOString().slice(0, 10)}.\nYou work in ${cwd}.`;

const callModel = (messages, { system, tools, id }) =>
  postEvents(`${BASE_URL}${model.PATH}`, {
    headers: { ...model.headersOf(API_KEY), 'x-foreign-session': id },
    body: model.bodyOf({ system, tools, messages }),
    onBusy: (seconds) =>
      update(id, {
        sessionUpdate: 'agent_thought_chunk',
        content: { type: 'text', text: `The provider is busy and wants ${seconds} s.` },
      }),
  });

function createSession({ cwd }) {
  const id = randomUUID();
  const folder = join(HOME, '.foreign-agent', 'sessions');
  mkdirSync(folder, { recursive: true });
  const log = (type, data) => appendFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify({ type, at: Date.now(), data })}\n`);
  sessions.set(id, { id, cwd, messages: [], log });
  log('session', { id, cwd });
  return { sessionId: id };
}

async function askPermission({ id, cwd }, call, file) {
  const options = [
    { optionId: 'yes', name: 'Write it', kind: 'allow_once' },
    { optionId: 'no', name: 'Leave it', kind: 'reject_once' },
  ];
  const toolCall = { toolCallId: call.id, title: `Write ${relative(cwd, file)}`, kind: 'edit' };
  const { outcome } = await request('session/request_permission', { sessionId: id, toolCall, options });
  return outcome.optionId === 'yes';
}

async function runTool(session, call) {
  const { id, cwd, log } = session;
  const { path: name, text } = call.arguments;
  const file = join(cwd, name);
  update(id, { sessionUpdate: 'tool_call', toolCallId: call.id, title: `${call.name} ${name}`, kind: 'other', status: 'pending' });
  let result;
  if (call.name === 'read_file') result = readFileSync(file, 'utf8');
  else if (await askPermission(session, call, file)) {
    writeFileSync(file, text);
    result = `${text.length} characters written to ${file}`;
  } else result = 'the user did not want that';
  log('tool', { call: call.name, result });
  update(id, { sessionUpdate: 'tool_call_update', toolCallId: call.id, status: 'completed' });
  return { id: call.id, result };
}

async function prompt({ sessionId, prompt: blocks }) {
  const session = sessions.get(sessionId);
  const { messages, log } = session;
  const text = blocks.map((block) => block.text ?? '').join('\n');
  const isFirst = messages.length === 0;
  messages.push(model.user(text));
  log('user', { text });
  const title =
    isFirst && TITLE_CALLS
      ? callModel([model.user(`Name this in three words: ${text}`)], { system: 'You find titles.', tools: [], id: sessionId })
      : undefined;
  for (;;) {
    const reply = model.createReply();
    for await (const event of await callModel(messages, { system: systemOf(session), tools: TOOLS, id: sessionId })) {
      const piece = reply.take(event);
      if (piece) update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece } });
    }
    messages.push(reply.message());
    log('assistant', { text: reply.text(), calls: reply.calls().map(({ name }) => name) });
    // What was cut off is no order to do anything.
    if (reply.isCut()) return { stopReason: 'max_tokens' };
    if (reply.calls().length === 0) break;
    const results = [];
    for (const call of reply.calls()) results.push(await runTool(session, call));
    messages.push(...model.results(results));
  }
  if (title) {
    const named = model.createReply();
    for await (const event of await title) named.take(event);
    log('title', { title: named.text() });
    update(sessionId, { sessionUpdate: 'session_info_update', title: `${named.text()}${named.isCut() ? '…' : ''}` });
  }
  return { stopReason: 'end_turn' };
}

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: false },
    agentInfo: { name: 'foreign-agent', version: '1.0.0' },
    authMethods: [],
  }),
  'session/new': createSession,
  'session/prompt': prompt,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    const { resolve, reject } = waiting.get(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
    continue;
  }
  if (id === undefined) continue;
  const handle = METHODS[method];
  if (!handle) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  else
    Promise.resolve()
      .then(() => handle(params))
      .then(
        (answer) => send({ id, result: answer }),
        (failure) => send({ id, error: { code: -32603, message: failure.message } }),
      );
}
