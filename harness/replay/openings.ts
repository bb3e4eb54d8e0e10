import type { ModelRequest } from '../schema/model-request.js';
import type { SessionLog, SessionLogEvent } from '../schema/session-log.js';

/** The text of a user message: its text blocks joined. */
export type Opening = string;

/** First user message of a recorded conversation, what it inherited from its parent included. */
export function conversationOpening(log: SessionLog): Opening | undefined {
  return firstUserText(log.events);
}

/** First user message of a recorded conversation that it did not inherit. */
export function ownOpening(log: SessionLog): Opening | undefined {
  return firstUserText(log.events.slice(log.header.seedLength ?? 0));
}

/** First and last user message of a request; results of tools are none. */
export function requestOpenings(request: ModelRequest): { first: Opening | undefined; last: Opening | undefined } {
  const texts = request.messages
    .filter(({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool-result'))
    .map(({ content }) => textOf(content));
  return { first: texts[0], last: texts.at(-1) };
}

function firstUserText(events: readonly SessionLogEvent[]): Opening | undefined {
  const content = events.find(({ type }) => type === 'user/message')?.data['content'];
  return Array.isArray(content) ? textOf(content as { type?: unknown }[]) : undefined;
}

function textOf(content: readonly { type?: unknown }[]): string {
  return content.map((block) => (block.type === 'text' ? String((block as { text?: unknown }).text) : '')).join('');
}
