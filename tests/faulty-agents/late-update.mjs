// Defect: an update behind the prompt's response.
import { reply, serve, update } from './agent-lines.mjs';

serve(({ id }) => {
  reply(id, { stopReason: 'end_turn' });
  setImmediate(() => update('one more thing'));
});
