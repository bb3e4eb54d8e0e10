// Preloaded into a recording (NODE_OPTIONS=--import): numbers the file-system calls that touch a swap beside a scenario,
// tells each in the file DIE_LOG, and kills its process instead of making call number DIE_AT. The product knows nothing of it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const dieAt = Number(process.env.DIE_AT ?? 0);
let calls = 0;

for (const name of ['access', 'copyFile', 'lstat', 'mkdir', 'open', 'readFile', 'rename', 'rm']) {
  const original = fs.promises[name];
  fs.promises[name] = (...args) => {
    const paths = args.slice(0, name === 'rename' ? 2 : 1).map(String);
    // Before its journal stands, a swap is known by its draft alone.
    if (paths.some((path) => /\.acp-(?:next|swap|old)/.test(path)) && name !== 'readFile') {
      calls++;
      fs.appendFileSync(
        process.env.DIE_LOG,
        `${JSON.stringify({ call: calls, name, path: basename(paths.at(-1)), from: basename(paths[0]) })}\n`,
      );
      if (calls === dieAt) process.kill(process.pid, 'SIGKILL');
    }
    return original.apply(fs.promises, args);
  };
}
syncBuiltinESMExports();
