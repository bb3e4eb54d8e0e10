// No defect: the control of every other program here.
import { reply, serve, update } from './agent-lines.mjs';

serve(({ id, params }) => {
  update(`you said ${params.prompt[0].text}`);
  reply(id, { stopReason: 'end_turn' });
});
