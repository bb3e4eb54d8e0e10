// Defect: writes lines to stdout that are no frames.
import { reply, serve } from './agent-lines.mjs';

console.log('Starting agent…');
serve(({ id }) => {
  console.log('\u001B[33mwarning\u001B[0m: experimental feature');
  console.log('42');
  console.log('');
  reply(id, { stopReason: 'end_turn' });
});
