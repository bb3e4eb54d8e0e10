import { finding, type Finding } from './rules.js';
import { fieldsOf, sessionOf, type Message, type RequestMessage } from './messages.js';

const USES = new Set(['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release']);

/** A terminal is used between its creation and its release, and released. */
export function checkTerminals(messages: readonly Message[]): Finding[] {
  const open = new Map<string, RequestMessage>();
  const used = messages.flatMap((message): Finding[] => {
    if (message.kind === 'response') {
      const created = message.from === 'client' && message.request?.method === 'terminal/create' ? message.request : undefined;
      const terminal = fieldsOf(message.result)['terminalId'];
      if (created && terminal !== undefined) open.set(keyOf(created, terminal), created);
      return [];
    }
    if (message.kind !== 'request' || message.from !== 'agent' || !USES.has(message.method)) return [];
    const { terminalId } = fieldsOf(message.params);
    const key = keyOf(message, terminalId);
    const known = message.method === 'terminal/release' ? open.delete(key) : open.has(key);
    return known
      ? []
      : [finding('unknown-terminal', message.index, `${message.method} of ${JSON.stringify(terminalId)}, which is no open terminal`)];
  });
  const left = [...open.values()].map(({ index, answer }) =>
    finding('terminal-not-released', index, `terminal ${JSON.stringify(fieldsOf(answer?.result)['terminalId'])} was never released`),
  );
  return [...used, ...left];
}

const keyOf = (request: Message, terminal: unknown): string => JSON.stringify([sessionOf(request), terminal]);
