import { mkdir, readdir, readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { startCommand } from '../processes/start-command.js';
import { ExecutorError, type Executor, type ExecutorErrorCode, type FileKind } from './executor.js';

/** Works on this machine, as the user who runs the agent. No isolation is claimed. */
export const localExecutor: Executor = {
  readText: (path) => guarded(path, () => readFile(path, 'utf8')),
  writeText: (path, text) =>
    guarded(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }),
  list: (path) =>
    guarded(path, async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }),
  stat: async (path) => {
    try {
      const found = await stat(path);
      return { kind: kindOf(found), size: found.size };
    } catch (error) {
      if (codeOf(error) === 'not-found') return undefined;
      throw executorError(path, error);
    }
  },
  realPath,
  start: startCommand,
};

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'not-found' || parent === path) throw executorError(path, error);
    // A link to what does not exist yet would be written through.
    const target = await readlink(path).catch(() => undefined);
    return target === undefined ? join(await realPath(parent), basename(path)) : realPath(resolve(parent, target));
  }
}

async function guarded<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw executorError(path, error);
  }
}

function executorError(path: string, error: unknown): ExecutorError {
  const code = codeOf(error);
  return new ExecutorError(code, `${WORDS[code]}: ${path}`);
}

const WORDS: Readonly<Record<ExecutorErrorCode, string>> = {
  'not-found': 'No such file or folder',
  'is-folder': 'It is a folder',
  'not-folder': 'It is no folder',
  denied: 'Permission denied',
  failed: 'The file operation failed',
};

function codeOf(error: unknown): ExecutorErrorCode {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'not-found';
    case 'EISDIR':
      return 'is-folder';
    case 'ENOTDIR':
      return 'not-folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'denied';
    default:
      return 'failed';
  }
}

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): FileKind =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
