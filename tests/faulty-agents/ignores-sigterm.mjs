// Defect: only SIGKILL ends it.
import { reply, serve } from './agent-lines.mjs';

setInterval(() => {}, 1 << 30);
process.on('SIGTERM', () => {});
serve(({ id }) => reply(id, { stopReason: 'end_turn' }));
