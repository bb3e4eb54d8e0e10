// Defect: leaves a grandchild behind that holds stdout and stderr. With `escape` it even
// leaves the process group; with `talks` it never stops talking into them.
import { spawn } from 'node:child_process';
import { reply, serve, update } from './agent-lines.mjs';

const detached = process.argv[2] === 'escape';
const task =
  process.argv[2] === 'talks'
    ? "process.on('SIGPIPE', () => {}); setInterval(() => console.log('still here'), 1)"
    : 'setInterval(() => {}, 1 << 30)';
const grandchild = spawn(process.execPath, ['-e', task], { stdio: ['ignore', 'inherit', 'inherit'], detached });
grandchild.unref();
serve(({ id }) => {
  update(String(grandchild.pid));
  reply(id, { stopReason: 'end_turn' });
});
