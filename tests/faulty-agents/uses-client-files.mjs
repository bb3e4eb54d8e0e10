// No defect: sends the client each file request given as an argument (JSON), one after the other, and tells the answers.
import { reply, serve, update, write } from './agent-lines.mjs';

const requests = process.argv.slice(2).map((argument) => JSON.parse(argument));
let prompt;
const next = (id) =>
  id < requests.length
    ? write({ id, method: `fs/${requests[id].do}_text_file`, params: { sessionId: 's', ...requests[id].params } })
    : reply(prompt, { stopReason: 'end_turn' });
serve(
  ({ id }) => {
    prompt = id;
    next(0);
  },
  ({ id, result, error }) => {
    update(JSON.stringify(error?.code ?? result));
    next(id + 1);
  },
);
