import { finding, type Finding } from './rules.js';
import { fieldsOf, sessionOf, updateOf, type Fields, type Message, type ResponseMessage } from './messages.js';

/** The last status that was told of each call; undefined where none was. */
type Calls = Map<string, unknown>;

const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed']);
const RUNNING: ReadonlySet<unknown> = new Set(['pending', 'in_progress']);

/** A tool call is announced once, before anything is said about it, and ends once, within its turn. */
export function checkToolCalls(messages: readonly Message[]): Finding[] {
  const announced = new Map<string, Calls>();
  const prompts = new Map<string, number>();
  const callsOf = (session: string): Calls => {
    const known = announced.get(session) ?? new Map();
    announced.set(session, known);
    return known;
  };
  return messages.flatMap((message): Finding[] => {
    if (message.kind === 'response') return message.from === 'agent' ? checkEnd(message, callsOf, prompts) : [];
    const session = sessionOf(message);
    if (session === undefined) return [];
    if (message.from === 'client' && 'method' in message) {
      // History announces its tool calls again.
      if (message.method === 'session/load') announced.delete(session);
      if (message.kind === 'request' && message.method === 'session/prompt') prompts.set(session, (prompts.get(session) ?? 0) + 1);
    }
    const update = updateOf(message);
    if (update) return checkUpdate(message.index, update.kind, update.fields, callsOf(session));
    return message.kind === 'request' && message.method === 'session/request_permission' ? checkPermission(message, callsOf(session)) : [];
  });
}

function checkUpdate(index: number, kind: string, { toolCallId, status }: Fields, calls: Calls): Finding[] {
  const id = String(toolCallId);
  const found: Finding[] = [];
  if (kind === 'tool_call' && calls.has(id))
    found.push(finding('duplicate-tool-call', index, `a second tool_call with the id ${JSON.stringify(id)}`));
  if (kind === 'tool_call_update') {
    if (!calls.has(id))
      return [finding('unknown-tool-call', index, `tool_call_update of ${JSON.stringify(id)}, which no tool_call announced`)];
    if (ENDED.has(calls.get(id)) && RUNNING.has(status))
      found.push(finding('tool-call-reopened', index, `${JSON.stringify(id)} is ${String(status)} after it was ${String(calls.get(id))}`));
  }
  if (kind === 'tool_call' || (kind === 'tool_call_update' && status !== undefined && status !== null)) calls.set(id, status);
  return found;
}

/** What a turn leaves open. A cancelled one may: version 1 has no status for a call that was cancelled. */
function checkEnd(response: ResponseMessage, callsOf: (session: string) => Calls, prompts: Map<string, number>): Finding[] {
  const { request, index, result } = response;
  const session = request?.method === 'session/prompt' ? sessionOf(request) : undefined;
  if (session === undefined) return [];
  const open = (prompts.get(session) ?? 1) - 1;
  prompts.set(session, open);
  if (open > 0 || 'error' in response || fieldsOf(result)['stopReason'] === 'cancelled') return [];
  const calls = callsOf(session);
  return [...calls].flatMap(([id, status]) => {
    if (!RUNNING.has(status)) return [];
    // Told once.
    calls.set(id, undefined);
    return [finding('tool-call-unfinished', index, `the turn ends while ${JSON.stringify(id)} is ${String(status)}`)];
  });
}

function checkPermission({ index, params }: Extract<Message, { kind: 'request' }>, calls: Calls): Finding[] {
  const id = fieldsOf(fieldsOf(params)['toolCall'])['toolCallId'];
  if (typeof id !== 'string' || calls.has(id)) return [];
  return [finding('permission-before-tool-call', index, `permission is asked for ${JSON.stringify(id)}, which no tool_call announced`)];
}
