// Preloaded into a command (NODE_OPTIONS=--import): a disk that is read-only below the folder READ_ONLY, for tests that
// run as root, whom no mode stops. The product knows nothing of it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const folder = process.env.READ_ONLY;
const WRITES = ['mkdir', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'writeFile', 'appendFile', 'copyFile'];
const refused = (name, path) =>
  Object.assign(new Error(`EROFS: read-only file system, ${name} '${path}'`), { code: 'EROFS', errno: -30, syscall: name, path });

/** What would not change anything is let through: a folder that is there, a file that is gone. */
function stops(name, args) {
  const path = String(args[name === 'copyFile' || name === 'symlink' ? 1 : 0]);
  if (folder === undefined || !path.startsWith(folder)) return undefined;
  if (name === 'mkdir' && fs.existsSync(path)) return undefined;
  if (/^(?:rm|unlink|rmdir)$/.test(name) && !fs.existsSync(path)) return undefined;
  return refused(name, path);
}

for (const name of WRITES) {
  const [later, now] = [fs.promises[name], fs[`${name}Sync`]];
  fs.promises[name] = (...args) => {
    const error = stops(name, args);
    return error ? Promise.reject(error) : later.apply(fs.promises, args);
  };
  fs[`${name}Sync`] = (...args) => {
    const error = stops(name, args);
    if (error) throw error;
    return now.apply(fs, args);
  };
}
const open = fs.promises.open;
fs.promises.open = (path, flags, ...rest) =>
  String(path).startsWith(folder ?? '\0') && /[wa+]/.test(String(flags ?? 'r'))
    ? Promise.reject(refused('open', String(path)))
    : open.call(fs.promises, path, flags, ...rest);
syncBuiltinESMExports();
