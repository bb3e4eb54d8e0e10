import { renameSync, rmSync, writeFileSync } from 'node:fs';

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
