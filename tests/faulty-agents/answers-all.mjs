// No defect: answers whatever it is asked. With `no-session-id` its sessions have none.
import { serve, reply } from './agent-lines.mjs';

const answer = ({ id, method }) => id !== undefined && reply(id, method === 'session/prompt' ? { stopReason: 'end_turn' } : {});
if (process.argv[2] === 'no-session-id') process.stdin.once('data', () => reply(0, {}));
else serve(answer, answer);
