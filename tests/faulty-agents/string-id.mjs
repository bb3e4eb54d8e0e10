// Defect: answers a prompt under its id as a string.
import { reply, serve } from './agent-lines.mjs';

serve(({ id }) => reply(String(id), { stopReason: 'end_turn' }));
