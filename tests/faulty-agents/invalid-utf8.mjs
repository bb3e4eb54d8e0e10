// Defect: a line that is not UTF-8.
import { reply, serve } from './agent-lines.mjs';

serve(({ id }) => {
  process.stdout.write(
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","method":"session/update","params":"caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]),
  );
  reply(id, { stopReason: 'end_turn' });
});
