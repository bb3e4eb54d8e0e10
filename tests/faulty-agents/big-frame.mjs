// Defect: one frame of 20 MB.
import { reply, serve, update } from './agent-lines.mjs';

serve(({ id }) => {
  update('x'.repeat(20 * 1024 * 1024));
  reply(id, { stopReason: 'end_turn' });
});
