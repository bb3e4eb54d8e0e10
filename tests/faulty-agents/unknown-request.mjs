// Defect: asks the client for something it does not know, and goes on only when that is answered.
import { reply, serve, update, write } from './agent-lines.mjs';

let prompt;
serve(
  ({ id }) => {
    prompt = id;
    write({ method: '_unheard/of', params: {} });
    write({ id: 'q', method: 'terminal/create', params: { sessionId: 's', command: 'ls' } });
  },
  ({ id, error }) => {
    update(`${id} ${error?.code}`);
    reply(prompt, { stopReason: 'end_turn' });
  },
);
