// A small agent that shares no code with the harness or the reference agent: hand-written JSON-RPC lines, its own
// session log, one tool, and a listener for its model calls. Its variables (STAND_IN_*) break one thing each.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const env = process.env;
const args = Object.fromEntries(process.argv.slice(2).map((arg) => arg.slice(2).split('=')));
const SYSTEM = `You are a stand-in.${env.STAND_IN_SYSTEM ?? ''} You work in ${process.cwd()}.`;
const TOOLS = [
  {
    name: env.STAND_IN_TOOL ?? 'write',
    description: 'Writes a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } } },
  },
];
const sessions = new Map();

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (session, sessionUpdate, rest) =>
  send({ method: 'session/update', params: { sessionId: session.id, update: { sessionUpdate, ...rest } } });

class Session {
  id = randomUUID();
  events = 0;
  turns = 0;
  messages = [];
  constructor() {
    this.file = join(env.STAND_IN_LOGS, `${this.id}.jsonl`);
    mkdirSync(dirname(this.file), { recursive: true });
    appendFileSync(
      this.file,
      `${JSON.stringify({ type: 'session', version: 0, id: this.id, createdAt: Date.now(), cwd: process.cwd(), delegationDepth: 0 })}\n`,
    );
  }
  log(type, data) {
    appendFileSync(this.file, `${JSON.stringify({ type, seq: this.events++, time: Date.now(), data })}\n`);
  }
}

// Who serves a model call: the listener's provider, or the live model with a recorder beside it.
let stream = live;
if (args.use) {
  const { createReplayProvider, createRequestRecorder, parseReplayPlan } = await import(args.module);
  const plan = parseReplayPlan(readFileSync(args.plan, 'utf8'), args.plan);
  const append = (decision) => appendFileSync(plan.decisions, `${JSON.stringify(decision)}\n`);
  const text = (file) => (file === undefined ? undefined : readFileSync(file, 'utf8'));
  if (args.use === 'replay') {
    const files = { sources: plan.sources.map(text) };
    if (plan.override) files.override = text(plan.override);
    if (plan.expectedRequests) files.expectedRequests = text(plan.expectedRequests);
    if (plan.pin) files.pin = { system: text(plan.pin.system), tools: text(plan.pin.tools) };
    const provider = createReplayProvider({ plan, files, environment: env, append });
    stream = (call) => provider.stream(call);
  } else {
    const recorder = createRequestRecorder({ plan, append });
    stream = (call) => (recorder.observe(call), live(call));
  }
}

/** The live model: no two of its replies come in the same pieces, with the same ids. */
async function* live({ request, signal }) {
  if (!env.STAND_IN_API_KEY) throw Object.assign(new Error('no key'), { code: 'AUTH' });
  const last = request.messages.at(-1).content[0];
  const written = /^write (\S+) (.+)$/.exec(last.text ?? '');
  if (written) {
    const id = `call_${randomUUID()}`;
    const input = JSON.stringify({ path: written[1], text: written[2] });
    yield { type: 'block-start', index: 0, blockType: 'tool-call' };
    for (const piece of pieces(input)) yield { type: 'tool-call-delta', index: 0, id, name: 'write', argumentsDelta: piece };
    yield { type: 'block-end', index: 0, block: { type: 'tool-call', id, name: 'write', arguments: input } };
    yield { type: 'finish', reason: { kind: 'tool-calls' } };
    return;
  }
  const text =
    last.type === 'tool-result'
      ? 'Done.'
      : last.text === 'where'
        ? `I work in ${process.cwd()}, as told.`
        : last.text === 'key'
          ? `It is ${env.STAND_IN_API_KEY}.`
          : last.text === 'wait'
            ? 'Waiting.'
            : 'Hello there.';
  yield { type: 'block-start', index: 0, blockType: 'text' };
  for (const piece of pieces(text)) yield { type: 'text-delta', index: 0, text: piece };
  if (last.text === 'wait') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  yield { type: 'block-end', index: 0, block: { type: 'text', text } };
  yield { type: 'finish', reason: { kind: 'stop' } };
}

function pieces(text) {
  if (text.startsWith('Waiting')) return [text];
  const cut = [];
  for (let at = 0; at < text.length;) cut.push(text.slice(at, (at += 1 + Math.floor(Math.random() * 5))));
  return cut;
}

async function prompt(session, content) {
  session.aborter = new AbortController();
  const turn = ++session.turns;
  session.log('turn/start', { turn });
  session.messages.push({ role: 'user', content });
  session.log('user/message', { content });
  try {
    for (let step = 1; ; step++) {
      session.log('step/start', { turn, step });
      if (turn === 1 && step === 1)
        session.log('request/header', {
          header: { config: { provider: 'none', model: 'stand-in' }, system: SYSTEM, tools: TOOLS },
          reason: 'initial',
        });
      const blocks = await call(session, turn, step);
      session.messages.push({ role: 'assistant', content: blocks });
      const calls = blocks.filter(({ type }) => type === 'tool-call');
      if (calls.length === 0) break;
      for (const block of calls) session.messages.push({ role: 'user', content: [runTool(session, block)] });
    }
    session.log('turn/end', { turn, reason: { kind: 'completed' } });
    return { stopReason: 'end_turn' };
  } catch (error) {
    session.log('turn/end', { turn, reason: { kind: session.aborter.signal.aborted ? 'aborted' : 'error' } });
    if (session.aborter.signal.aborted) return { stopReason: 'cancelled' };
    if (env.STAND_IN_SWALLOW) return { stopReason: 'end_turn' };
    throw error;
  }
}

async function call(session, turn, step) {
  const request = {
    config: { provider: 'none', model: 'stand-in' },
    system: SYSTEM,
    tools: TOOLS,
    messages: structuredClone(session.messages),
  };
  if (env.STAND_IN_RANDOM) request.messages[0].content[0].text += randomUUID();
  if (env.STAND_IN_REQUEST) request.messages[0].content[0].text += env.STAND_IN_REQUEST;
  const blocks = [];
  for await (const chunk of stream({ sessionId: session.id, request, signal: session.aborter.signal })) {
    session.log('assistant/chunk', { turn, step, chunk, ...(env.STAND_IN_LOG && { extra: env.STAND_IN_LOG }) });
    if (chunk.type === 'text-delta')
      update(session, 'agent_message_chunk', { content: { type: 'text', text: chunk.text + (env.STAND_IN_WORD ?? '') } });
    if (chunk.type === 'block-end') blocks.push(chunk.block);
  }
  return blocks;
}

function runTool(session, { id, name, arguments: json }) {
  const { path, text } = JSON.parse(json);
  update(session, 'tool_call', { toolCallId: id, title: `write ${path}`, kind: 'edit', status: 'pending', rawInput: JSON.parse(json) });
  const known = name === 'write' && !env.STAND_IN_TOOL;
  if (known) writeFileSync(join(process.cwd(), path), `${text}${env.STAND_IN_FILE ?? ''}\n`);
  update(session, 'tool_call_update', { toolCallId: id, status: known ? 'completed' : 'failed' });
  const result = {
    type: 'tool-result',
    toolCallId: id,
    content: [{ type: 'text', text: known ? `wrote ${path}` : `unknown tool ${name}` }],
    isError: !known,
  };
  session.log('tool/result', { toolCallId: id, content: result.content, isError: result.isError });
  return result;
}

const METHODS = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'stand-in', version: '1.0.0' } }),
  'session/new': () => {
    const session = new Session();
    sessions.set(session.id, session);
    return { sessionId: session.id };
  },
  'session/prompt': ({ sessionId, prompt: content }) => prompt(sessions.get(sessionId), content),
  'session/set_mode': ({ modeId }) => ({ _meta: { modeId } }),
  'session/cancel': ({ sessionId }) => sessions.get(sessionId).aborter.abort(new Error('cancelled')),
};

async function receive({ id, method, params }) {
  if (env.STAND_IN_CRASH === method) {
    process.stderr.write('the stand-in crashes as told\n');
    process.exit(7);
  }
  if (env.STAND_IN_SILENT === method) return;
  if (env.STAND_IN_NOISE && method === 'session/new') process.stdout.write(`${env.STAND_IN_NOISE}\n`);
  const answer = await answerTo(method, params);
  if (id !== undefined) send({ id, ...answer });
}

async function answerTo(method, params) {
  if (!METHODS[method]) return { error: { code: -32601, message: 'Method not found' } };
  try {
    return { result: await METHODS[method](params) };
  } catch (error) {
    return { error: { code: -32603, message: error.message.split('\n')[0] } };
  }
}

if (env.STAND_IN_HOME) writeFileSync(join(env.HOME, 'stray.txt'), 'left in HOME\n');
if (env.STAND_IN_REPORT) writeFileSync(join(process.cwd(), 'environment.json'), JSON.stringify(env));
let buffered = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  buffered = Buffer.concat([buffered, chunk]);
  for (let end; (end = buffered.indexOf(0x0a)) !== -1; buffered = buffered.subarray(end + 1))
    void receive(JSON.parse(buffered.toString('utf8', 0, end)));
});
process.stdin.on('end', () => {
  for (const session of sessions.values()) session.aborter?.abort(new Error('the client left'));
  process.exitCode = Number(env.STAND_IN_EXIT ?? 0);
});
