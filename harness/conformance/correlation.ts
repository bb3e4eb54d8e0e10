import { finding, type Finding } from './rules.js';
import type { Message, RequestMessage, ResponseMessage } from './messages.js';

/** Requests and their answers. */
export function checkCorrelation(messages: readonly Message[]): Finding[] {
  let strayFromClient = false;
  return messages.flatMap((message): Finding[] => {
    if (message.from === 'client') {
      strayFromClient ||= message.kind === 'noise' || message.kind === 'invalid';
      return message.kind === 'request' && !message.answer ? [unanswered(message)] : [];
    }
    if (message.kind === 'request' && message.openTwins > 0) {
      return [
        finding('duplicate-request-id', message.index, `${message.method} uses the id ${show(message.id)} of a request that is still open`),
      ];
    }
    return message.kind === 'response' && !message.request ? strayAnswer(message, strayFromClient) : [];
  });
}

function unanswered({ index, method, id }: RequestMessage): Finding {
  return finding('unanswered-request', index, `${method} (id ${show(id)}) was never answered`);
}

function strayAnswer(message: ResponseMessage, strayFromClient: boolean): Finding[] {
  if (message.repeated) return [finding('duplicate-response', message.index, `a second response to id ${show(message.id)}`)];
  // The way to answer what had no readable id.
  if (message.id === null && 'error' in message && strayFromClient) return [];
  return [finding('unknown-response-id', message.index, `a response to id ${show(message.id)}, which no request of the client has`)];
}

function show(id: unknown): string {
  return JSON.stringify(id) ?? 'undefined';
}
