// Defect: the last line has no newline.
import { serve } from './agent-lines.mjs';

serve(({ id }) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } }), () => process.exit(0)));
