// Defect: closes its stdin when asked to and goes on running.
import { closeSync } from 'node:fs';
import { reply, serve } from './agent-lines.mjs';

setInterval(() => {}, 1 << 30);
serve(
  () => {},
  ({ id }) =>
    process.stdin.destroy().once('close', () => {
      closeSync(0);
      reply(id, {});
    }),
);
