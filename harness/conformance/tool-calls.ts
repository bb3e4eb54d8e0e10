import { finding, type Finding } from './rules.js';
import { fieldsOf, sessionOf, updateOf, type Message } from './messages.js';

/** A tool call is announced once, and before anything is said about it. */
export function checkToolCalls(messages: readonly Message[]): Finding[] {
  const announced = new Map<string, Set<string>>();
  const callsOf = (session: string): Set<string> => {
    const known = announced.get(session) ?? new Set();
    announced.set(session, known);
    return known;
  };
  return messages.flatMap((message): Finding[] => {
    const session = sessionOf(message);
    if (session === undefined) return [];
    // History announces its tool calls again.
    if (message.from === 'client' && 'method' in message && message.method === 'session/load') announced.delete(session);
    const update = updateOf(message);
    if (update) return checkUpdate(message.index, update.kind, String(update.fields['toolCallId']), callsOf(session));
    return message.kind === 'request' && message.method === 'session/request_permission' ? checkPermission(message, callsOf(session)) : [];
  });
}

function checkUpdate(index: number, kind: string, id: string, calls: Set<string>): Finding[] {
  if (kind === 'tool_call') {
    if (calls.has(id)) return [finding('duplicate-tool-call', index, `a second tool_call with the id ${JSON.stringify(id)}`)];
    calls.add(id);
  }
  if (kind === 'tool_call_update' && !calls.has(id))
    return [finding('unknown-tool-call', index, `tool_call_update of ${JSON.stringify(id)}, which no tool_call announced`)];
  return [];
}

function checkPermission({ index, params }: Extract<Message, { kind: 'request' }>, calls: ReadonlySet<string>): Finding[] {
  const id = fieldsOf(fieldsOf(params)['toolCall'])['toolCallId'];
  if (typeof id !== 'string' || calls.has(id)) return [];
  return [finding('permission-before-tool-call', index, `permission is asked for ${JSON.stringify(id)}, which no tool_call announced`)];
}
