import { ExecutorError, type Executor, type FolderEntry } from '../../../harness/agent/executor/executor.js';

/** Files in a map and a shell that knows three commands: proof that tools need no disk and no process. */
export function memoryExecutor(files = new Map<string, string>()): Executor {
  const isFolder = (path: string): boolean => [...files.keys()].some((file) => file.startsWith(`${path}/`));
  return {
    async readText(path) {
      const text = files.get(path);
      if (text === undefined) throw new ExecutorError('not-found', `No such file or folder: ${path}`);
      return text;
    },
    async writeText(path, text) {
      files.set(path, text);
    },
    async list(path) {
      if (!isFolder(path)) throw new ExecutorError('not-found', `No such file or folder: ${path}`);
      const entries = new Map<string, FolderEntry>();
      for (const file of files.keys()) {
        if (!file.startsWith(`${path}/`)) continue;
        const [name, ...rest] = file.slice(path.length + 1).split('/') as [string, ...string[]];
        entries.set(name, { name, kind: rest.length === 0 ? 'file' : 'folder' });
      }
      return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stat(path) {
      const text = files.get(path);
      if (text !== undefined) return { kind: 'file', size: Buffer.byteLength(text) };
      return isFolder(path) ? { kind: 'folder', size: 0 } : undefined;
    },
    realPath: async (path) => path,
    start({ command, cwd, onOutput }) {
      const [program, argument = ''] = command.split(' ') as [string, string?];
      if (program === 'cat') onOutput(Buffer.from(files.get(`${cwd}/${argument}`) ?? ''));
      const ended = Promise.resolve({ state: 'exited' as const, exitCode: program === 'exit' ? Number(argument) : 0 });
      return { ended, cancel: () => ended };
    },
  };
}
