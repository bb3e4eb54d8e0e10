// Defect: answers one request twice, and asks twice under one id.
import { reply, serve, update, write } from './agent-lines.mjs';

let prompt;
let answers = 0;
serve(
  ({ id }) => {
    prompt = id;
    write({ id: 7, method: '_ask/a' });
    write({ id: 7, method: '_ask/b' });
  },
  () => {
    if (++answers < 2) return;
    update(`${answers} answers`);
    reply(prompt, { stopReason: 'end_turn' });
    reply(prompt, { stopReason: 'refusal' });
  },
);
