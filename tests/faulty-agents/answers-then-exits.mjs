// Defect: exits right behind its answer, without being asked to.
import { serve } from './agent-lines.mjs';

serve(({ id }) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } })}\n`, () => process.exit(0)),
);
