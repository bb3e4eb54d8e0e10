import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_FILES = 2000;

/** Paths of the files below a folder, the first 2000 of them, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])) {
      if (found.length >= MOST_FILES) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else found.push(path);
    }
  };
  await walk('');
  return found.sort();
}
