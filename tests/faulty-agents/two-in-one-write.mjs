// Defect, in the eyes of a client that takes a chunk for a frame: two frames in one write.
import { serve } from './agent-lines.mjs';

serve(({ id }) => {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'both' } };
  const frames = [
    { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } },
    { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } },
  ];
  process.stdout.write(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
});
