// Defect: dies in the middle of a prompt.
import { serve, update } from './agent-lines.mjs';

serve(() => {
  update('I am about to');
  process.stderr.write('fatal: out of luck\n', () => process.exit(3));
});
