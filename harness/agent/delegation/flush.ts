import { copyFile, mkdir, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { MergeChange } from './merge-plan.js';

/** The flush stopped between two paths: the folder is neither as it was nor as it should be. */
export class HalfFlushed extends Error {
  override readonly name = 'HalfFlushed';
}

export interface Flush {
  changes: readonly MergeChange[];
  /** The sub-agent's copy. */
  work: string;
  /** The parent's folder. */
  root: string;
  /** Id of the sub-agent's session: names what is laid ready. */
  session: string;
}

/**
 * Brings changes into a folder: all is laid ready beside its place first, and only then renamed, path by path.
 *
 * @throws HalfFlushed where it failed after the first rename; before that nothing is left of it.
 */
export async function flush({ changes, work, root, session }: Flush): Promise<void> {
  const written = changes.filter(({ after }) => after !== null);
  const ready = (path: string): string => join(root, dirname(path), readyName(path, session));
  try {
    for (const { path } of written) await layReady(join(work, path), ready(path));
  } catch (error) {
    await Promise.all(written.map(({ path }) => rm(ready(path), { force: true })));
    throw error;
  }
  try {
    for (const { path, after } of changes) {
      if (after === null) await remove(root, work, path);
      else await rename(ready(path), join(root, path));
    }
  } catch (error) {
    throw new HalfFlushed((error as Error).message);
  }
}

/** Name of what is laid ready for a path, beside it: a rename is atomic only inside one file system. */
export const readyName = (path: string, session: string): string => `.${basename(path)}.${session}.merge`;

async function layReady(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const link = await readlink(from).catch(() => undefined);
  await rm(to, { force: true });
  if (link === undefined) await copyFile(from, to);
  else await symlink(link, to);
}

/** Folders that are empty afterwards go too, where the sub-agent has none there either. */
async function remove(root: string, work: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.' && !existsSync(join(work, folder)); folder = dirname(folder))
    await rmdir(join(root, folder)).catch(() => undefined);
}
