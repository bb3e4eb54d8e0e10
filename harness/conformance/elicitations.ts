import { finding, type Finding } from './rules.js';
import { fieldsOf, type Message } from './messages.js';

/** What completes was asked for: a form is answered by its response, a page that was opened completes on its own. */
export function checkElicitations(messages: readonly Message[]): Finding[] {
  const opened = new Set<unknown>();
  return messages.flatMap((message): Finding[] => {
    if (message.from !== 'agent' || (message.kind !== 'request' && message.kind !== 'notification')) return [];
    const { mode, elicitationId } = fieldsOf(message.params);
    if (message.method === 'elicitation/create' && mode === 'url') opened.add(elicitationId);
    if (message.method !== 'elicitation/complete' || opened.has(elicitationId)) return [];
    return [finding('unknown-elicitation', message.index, `${JSON.stringify(elicitationId)} completes, which was not created in url mode`)];
  });
}
