// No defect: asks for one permission per argument, all at once, and tells what it was answered.
import { reply, serve, update, write } from './agent-lines.mjs';

const titles = process.argv.slice(2);
const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
let prompt;
let answered = 0;
serve(
  ({ id }) => {
    prompt = id;
    for (const [index, title] of titles.entries()) {
      write({
        id: index,
        method: 'session/request_permission',
        params: { sessionId: 's', toolCall: { toolCallId: title, title }, options },
      });
    }
  },
  ({ id, result, method }) => {
    if (method !== undefined) return;
    update(`${titles[id]}: ${result.outcome.optionId ?? result.outcome.outcome}`);
    if (++answered === titles.length) reply(prompt, { stopReason: result.outcome.outcome === 'cancelled' ? 'cancelled' : 'end_turn' });
  },
);
