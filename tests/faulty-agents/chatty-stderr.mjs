// Defect: writes 5 MB to stderr before it answers, and waits until they are taken.
import { reply, serve } from './agent-lines.mjs';

serve(async ({ id }) => {
  for (let line = 1; line <= 5000; line++) await new Promise((resolve) => process.stderr.write(`${line} ${'.'.repeat(1024)}\n`, resolve));
  reply(id, { stopReason: 'end_turn' });
});
