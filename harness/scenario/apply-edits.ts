import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit } from '../guards/index.js';

/**
 * Repairs files of a scenario folder, each at once and atomically. `shown` is the folder as the edits print it.
 * @returns the paths that were repaired, as printed, sorted
 */
export async function applyEdits(folder: string, shown: string, edits: readonly Edit[]): Promise<string[]> {
  const byPath = new Map(edits.filter(({ path }) => path.startsWith(`${shown}/`)).map((edit) => [edit.path, edit]));
  for (const { path, text } of byPath.values()) {
    const file = join(folder, path.slice(shown.length + 1));
    if (text === undefined) {
      await rm(file);
      continue;
    }
    // Beside the scenarios, not in one: a kill must not leave a file that the loader refuses.
    const draft = join(folder, `.acp-fix.${process.pid}`);
    await writeFile(draft, text);
    await rename(draft, file);
  }
  return [...byPath.keys()].sort();
}
