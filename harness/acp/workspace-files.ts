import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ERROR_CODES } from './methods.js';

/** An error the client answers an agent's request with. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The client's files, served from the workspace and confined to it, symlinks followed. */
export interface WorkspaceFiles {
  /** @param params `path` absolute, `line` from 1, `limit` in lines */
  read(params: Record<string, unknown>): Promise<{ content: string }>;
  write(params: Record<string, unknown>): Promise<Record<string, never>>;
}

/** @param cwd the workspace, absolute, symlinks resolved */
export function createWorkspaceFiles(cwd: string): WorkspaceFiles {
  const place = async (value: unknown): Promise<string> => {
    if (typeof value !== 'string' || !path.isAbsolute(value)) throw new RefusedRequest(ERROR_CODES.invalidParams, 'path must be absolute');
    const file = path.normalize(value);
    const real = await realpathOfExisting(file);
    if (!isInside(cwd, real)) throw new RefusedRequest(ERROR_CODES.invalidParams, 'path lies outside the workspace');
    return file;
  };
  return {
    async read(params) {
      const file = await place(params['path']);
      const line = count(params['line'], 'line');
      const limit = count(params['limit'], 'limit');
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new RefusedRequest(
          error.code === 'ENOENT' ? ERROR_CODES.notFound : ERROR_CODES.internal,
          error.code === 'ENOENT' ? 'no such file' : `cannot read: ${error.code ?? 'unknown'}`,
        );
      });
      return { content: window(text, Math.max(1, line ?? 1), limit) };
    },
    async write(params) {
      const file = await place(params['path']);
      const { content } = params;
      if (typeof content !== 'string') throw new RefusedRequest(ERROR_CODES.invalidParams, 'content must be a string');
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, content);
      } catch (error) {
        throw new RefusedRequest(ERROR_CODES.internal, `cannot write: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
      }
      return {};
    },
  };
}

/** Lines keep their newline, so that a window of the whole file is the file. */
function window(text: string, line: number, limit: number | undefined): string {
  if (line === 1 && limit === undefined) return text;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.slice(line - 1, limit === undefined ? undefined : line - 1 + limit).join('');
}

function count(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new RefusedRequest(ERROR_CODES.invalidParams, `${name} must be a whole number`);
}

export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The path with the symlinks of what exists of it resolved: a file to be written may not exist yet. */
async function realpathOfExisting(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realpathOfExisting(parent), path.basename(file));
  }
}
