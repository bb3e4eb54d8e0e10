// Defect: a byte order mark before a frame.
import { serve } from './agent-lines.mjs';

serve(({ id }) => process.stdout.write(`\uFEFF${JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } })}\n`));
