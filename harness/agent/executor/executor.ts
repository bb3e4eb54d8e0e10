import type { Command, RunningCommand } from '../processes/command.js';

/** What stands at a path. */
export type FileKind = 'file' | 'folder' | 'other';

export interface FolderEntry {
  name: string;
  kind: FileKind;
}

export type ExecutorErrorCode = 'not-found' | 'is-folder' | 'not-folder' | 'denied' | 'failed';

/** A file operation that failed, in words that do not differ between executors. */
export class ExecutorError extends Error {
  override readonly name = 'ExecutorError';

  constructor(
    readonly code: ExecutorErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Where tools read and write files and run commands. The tools know nothing else of the machine, so that an agent can
 * work in a container, on another host, or in memory. Paths are absolute and `/`-separated or native.
 * File operations throw {@link ExecutorError}.
 */
export interface Executor {
  readText(path: string): Promise<string>;
  /** Makes the folders above the file where they are missing. */
  writeText(path: string, text: string): Promise<void>;
  /** Sorted by name. */
  list(path: string): Promise<FolderEntry[]>;
  /** `undefined` where nothing stands at the path. */
  stat(path: string): Promise<{ kind: FileKind; size: number } | undefined>;
  /** The path with every symbolic link resolved; what does not exist yet stays as it is below its deepest folder. */
  realPath(path: string): Promise<string>;
  /** Starts a command. It does not throw: what goes wrong is how the command ended. */
  start(command: Command): RunningCommand;
}
