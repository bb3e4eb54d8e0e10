import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file by rename: a reader never meets half of it, a write that fails leaves the last one and nothing beside it,
 * and a link of that name is replaced, not followed.
 */
export function replaceFile(file: string, content: Uint8Array | string): void {
  const half = `${file}.part`;
  rmSync(half, { force: true });
  try {
    writeFileSync(half, content, { flag: 'wx' });
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

/** Makes a folder with those above it. Node's own recursive `mkdir` never returns where a file system answers ENOENT, as /proc does. */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(folder));
  mkdirSync(folder);
}
