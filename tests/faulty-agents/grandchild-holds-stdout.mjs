// Defect: leaves a grandchild behind that holds stdout and stderr. With `escape` it even leaves the process group.
import { spawn } from 'node:child_process';
import { reply, serve, update } from './agent-lines.mjs';

const detached = process.argv[2] === 'escape';
const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)'], { stdio: ['ignore', 'inherit', 'inherit'], detached });
grandchild.unref();
serve(({ id }) => {
  update(String(grandchild.pid));
  reply(id, { stopReason: 'end_turn' });
});
