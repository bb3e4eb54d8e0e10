// Defect: answers a prompt only when it is cancelled.
import { reply, serve, update } from './agent-lines.mjs';

let prompt;
serve(
  ({ id }) => {
    prompt = id;
    update('thinking');
  },
  ({ method }) => method === 'session/cancel' && reply(prompt, { stopReason: 'cancelled' }),
);
