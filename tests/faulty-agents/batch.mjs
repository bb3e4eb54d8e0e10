// Defect: a JSON-RPC batch, which ACP does not know.
import { reply, serve } from './agent-lines.mjs';

serve(({ id }) => {
  console.log(
    JSON.stringify([
      { jsonrpc: '2.0', id, result: { stopReason: 'refusal' } },
      { jsonrpc: '2.0', id: 9, method: '_ask' },
    ]),
  );
  reply(id, { stopReason: 'end_turn' });
});
