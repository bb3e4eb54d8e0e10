// Keeps a log in a form of its own: JSONL below a folder by date, ids and times minted per run. KEEPS_* break one thing.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const env = process.env;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const files = new Map();
const log = (session, record) => {
  if (env.KEEPS_NONE) return;
  const file = files.get(session);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ uuid: randomUUID(), timestamp: new Date().toISOString(), ...record })}\n`);
};

const METHODS = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => {
    const sessionId = randomUUID();
    files.set(sessionId, join(env.HOME, '.keeps', '2026', `log-${sessionId}.jsonl`));
    log(sessionId, { type: 'meta', sessionId, cwd: process.cwd() });
    return { sessionId };
  },
  'session/prompt': ({ sessionId, prompt }) => {
    const [toolCallId, turn_id] = [`call_${randomUUID()}`, randomUUID()];
    const title = (when) =>
      env.KEEPS_TITLE?.startsWith(when) && log(sessionId, { type: 'title', text: env.KEEPS_TITLE.slice(when.length) });
    title('early');
    log(sessionId, { type: 'user', turn_id, text: prompt[0].text + (env.KEEPS_TEXT ?? '') });
    const update = (update) => send({ method: 'session/update', params: { sessionId, update } });
    update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'write',
      kind: 'edit',
      status: 'pending',
      rawInput: { path: env.KEEPS_PATH ?? 'a.txt' },
    });
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    log(sessionId, { type: 'call', turn_id, id: toolCallId, file: join(process.cwd(), 'a.txt'), durationMs: Math.random() });
    title('late');
    if (env.KEEPS_TORN) appendFileSync(files.get(sessionId), '{"type":"cut');
    if (env.KEEPS_DAMAGED) writeFileSync(files.get(sessionId), 'no JSON\n{}\n');
    return { stopReason: 'end_turn' };
  },
};

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    send({ id, result: METHODS[method](params) });
  }
});
