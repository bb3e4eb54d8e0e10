import { ExecutorError, type Executor } from './executor.js';

/** Text files as the client sees them, unsaved changes included. Each is there only where the client offers it. */
export interface ClientFiles {
  readText?: (path: string) => Promise<string>;
  writeText?: (path: string, text: string) => Promise<void>;
}

/** The executor, with text files read from and written to the client wherever it can. */
export function withClientFiles(executor: Executor, { readText, writeText }: ClientFiles): Executor {
  return {
    ...executor,
    ...(readText ? { readText: (path: string) => translated(path, () => readText(path)) } : {}),
    ...(writeText ? { writeText: (path: string, text: string) => translated(path, () => writeText(path, text)) } : {}),
  };
}

const RESOURCE_NOT_FOUND = -32_002;

async function translated<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (code === RESOURCE_NOT_FOUND) throw new ExecutorError('not-found', `No such file or folder: ${path}`);
    throw new ExecutorError('failed', `The client could not do it: ${message ?? 'no reason given'}: ${path}`);
  }
}
