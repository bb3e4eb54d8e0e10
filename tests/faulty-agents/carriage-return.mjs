// Defect: lines end with CRLF.
import { serve } from './agent-lines.mjs';

serve(({ id }) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } })}\r\n`));
