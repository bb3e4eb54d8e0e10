import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createTap } from '../../../harness/acp/index.js';
import type { CapturedFrame } from '../../../harness/surfaces/frame.js';
import { programPath } from '../../faulty-agents/booted.js';

/** What the client does: a request it waits for the answer of, one it does not, or a notification. */
export type Step = { request: string; params?: object } | { open: string; params?: object } | { notify: string; params?: object };

export const SETUP: Step[] = [
  { request: 'initialize', params: { protocolVersion: 1 } },
  { request: 'session/new', params: { cwd: '/w', mcpServers: [] } },
];
export const say = (text: string): object => ({ sessionId: 's', prompt: [{ type: 'text', text }] });

/** Answers to what the agent asks. The harness's own client serves no terminals; this one says that it does. */
const ANSWERS: Readonly<Record<string, object>> = {
  'session/request_permission': { outcome: { outcome: 'selected', optionId: 'yes' } },
  'fs/read_text_file': { content: 'text' },
  'terminal/create': { terminalId: 't' },
  'terminal/output': { output: '', truncated: false },
  'elicitation/create': { action: 'decline' },
};

/** Boots a program, has the conversation, ends its stdin and waits for its end: every frame of both sides. */
export async function converse(program: string, args: readonly string[], steps: readonly Step[]): Promise<readonly CapturedFrame[]> {
  const tap = createTap();
  const child = spawn(process.execPath, [programPath(program), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const send = (message: object): void => {
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    tap.clientBytes(bytes);
    child.stdin.write(bytes);
  };
  const open = new Map<unknown, () => void>();
  tap.onAgentFrame(({ value }) => {
    if (!value || !('id' in value)) return;
    const { method } = value;
    // Once the whole chunk was seen: requests that came together are open together.
    if (typeof method === 'string') setImmediate(() => send({ id: value['id'], result: ANSWERS[method] ?? {} }));
    else open.get(value['id'])?.();
  });
  child.stdout.on('data', tap.agentBytes).on('end', tap.agentEnd);
  for (const [id, step] of steps.entries()) {
    const { params = {} } = step;
    if ('notify' in step) send({ method: step.notify, params });
    else if ('open' in step) send({ id, method: step.open, params });
    else {
      const answered = new Promise<void>((resolve) => void open.set(id, resolve));
      send({ id, method: step.request, params });
      await Promise.race([answered, closed]);
    }
  }
  child.stdin.end();
  await closed;
  return tap.frames;
}
