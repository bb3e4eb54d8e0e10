// Defect: does not end when its stdin ends; SIGTERM ends it.
import { reply, serve } from './agent-lines.mjs';

setInterval(() => {}, 1 << 30);
serve(({ id }) => reply(id, { stopReason: 'end_turn' }));
