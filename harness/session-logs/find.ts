import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { globPattern } from './glob.js';

/** Paths below a folder that match a glob, `/`-separated and sorted. Links are not followed: they may lead out of the sandbox. */
export async function findLogs(folder: string, glob: string): Promise<string[]> {
  const pattern = globPattern(glob);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => pattern.test(path))
    .sort();
}
