import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the file that running `program` would execute, as the system does it.
 *
 * @throws an error with code `ENOENT` or `EACCES`, as spawning it would
 */
export function findProgram(program: string, cwd: string, searchPath: string | undefined): string {
  const candidates = program.includes(path.sep)
    ? [path.resolve(cwd, program)]
    : (searchPath ?? '/usr/local/bin:/usr/bin:/bin').split(path.delimiter).map((folder) => path.resolve(cwd, folder, program));
  let failure = failed(program, 'ENOENT');
  for (const file of candidates) {
    try {
      if (!statSync(file).isFile()) throw failed(program, 'EACCES');
      accessSync(file, constants.X_OK);
      const interpreter = interpreterOf(file);
      // A script whose interpreter is missing is told as missing itself.
      if (interpreter !== undefined && statSync(interpreter, { throwIfNoEntry: false }) === undefined) throw failed(program, 'ENOENT');
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') failure = failed(program, 'EACCES');
    }
  }
  throw failure;
}

function failed(program: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${program} ${code}`), { code });
}

function interpreterOf(file: string): string | undefined {
  const start = Buffer.alloc(256);
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    // It may be executed and not read.
    return undefined;
  }
  try {
    const head = start.toString('latin1', 0, readSync(fd, start, 0, start.length, 0));
    return /^#![ \t]*(\/[^\s]+)/.exec(head)?.[1];
  } finally {
    closeSync(fd);
  }
}
