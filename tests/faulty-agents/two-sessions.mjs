// No defect: each session says a word at each prompt and is done when it is cancelled.
import { reply, write } from './agent-lines.mjs';
import { createInterface } from 'node:readline';

const prompts = {};
let sessions = 0;
const handlers = {
  initialize: ({ id }) => reply(id, { protocolVersion: 1, agentCapabilities: {} }),
  'session/new': ({ id }) => reply(id, { sessionId: `s${++sessions}` }),
  'session/prompt': ({ id, params: { sessionId } }) => {
    prompts[sessionId] = id;
    write({
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: sessionId } } },
    });
  },
  'session/cancel': ({ params: { sessionId } }) => reply(prompts[sessionId], { stopReason: 'cancelled' }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  handlers[message.method](message);
});
