// Preloaded into a Playwright run (NODE_OPTIONS=--import): the disk has no room for what tests attach.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const original = fs.writeFileSync;
fs.writeFileSync = (path, ...rest) => {
  if (/-(?:expected|actual|diff|run)\.\w+$/.test(String(path)))
    throw Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), { code: 'ENOSPC' });
  return original(path, ...rest);
};
syncBuiltinESMExports();
