// Defect: writes one byte at a time, so that characters are split.
import { reply, serve } from './agent-lines.mjs';

serve(async ({ id }) => {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '北 🦊 e\u0301' } };
  const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } })}\n`;
  for (const byte of Buffer.from(line))
    await new Promise((resolve) => process.stdout.write(Buffer.from([byte]), () => setImmediate(resolve)));
  reply(id, { stopReason: 'end_turn' });
});
