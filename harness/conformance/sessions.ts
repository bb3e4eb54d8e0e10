import { finding, type Finding } from './rules.js';
import { fieldsOf, isResult, sessionOf, type Message } from './messages.js';

/** The client names the session itself, so that its history may follow at once. */
const NAMED_BY_CLIENT = new Set(['session/load', 'session/resume']);
/** The agent makes the session's id and introduces it with its answer. */
const MADE_BY_AGENT = new Set(['session/new', 'session/fork']);
const ENDED_BY = new Set(['session/close', 'session/delete']);

/** Sessions are introduced before they are talked about, and not talked about once they are closed. */
export function checkSessions(messages: readonly Message[]): Finding[] {
  const found: Finding[] = [];
  const introduced = new Set<string>();
  const closed = new Set<string>();
  let early: { session: string; message: Message }[] = [];
  const introduce = (session: string): void => {
    introduced.add(session);
    closed.delete(session);
    for (const { message } of early.filter((one) => one.session === session)) {
      found.push(finding('update-before-session', message.index, `${nameOf(message)} names a session that is introduced only later`));
    }
    early = early.filter((one) => one.session !== session);
  };
  for (const message of messages) {
    const session = sessionOf(message);
    if (message.from === 'client') {
      if (message.kind === 'request' && NAMED_BY_CLIENT.has(message.method) && session !== undefined) introduce(session);
    } else if (isResult(message)) {
      const made = fieldsOf(message.result)['sessionId'];
      if (MADE_BY_AGENT.has(message.request.method) && typeof made === 'string') introduce(made);
      const ended = sessionOf(message.request);
      if (ENDED_BY.has(message.request.method) && ended !== undefined) closed.add(ended);
    } else if (session !== undefined) {
      if (closed.has(session)) found.push(finding('closed-session', message.index, `${nameOf(message)} about a session that is closed`));
      else if (!introduced.has(session)) early.push({ session, message });
    }
  }
  for (const { message } of early)
    found.push(finding('unknown-session', message.index, `${nameOf(message)} names a session that was never introduced`));
  return found;
}

function nameOf(message: Message): string {
  const method = 'method' in message ? message.method : message.kind;
  const update = 'params' in message ? fieldsOf(fieldsOf(message.params)['update'])['sessionUpdate'] : undefined;
  return typeof update === 'string' ? `${method} (${update})` : method;
}
