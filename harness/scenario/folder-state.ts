import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every file and link below a folder with a hash of its bytes or target; empty where the folder does not exist. */
export async function folderState(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const state = new Map<string, string>();
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? readFile(file) : entry.isSymbolicLink() ? readlink(file) : undefined;
    // A file that goes away while it is read is one that is not there.
    const bytes = await content?.catch(() => undefined);
    if (bytes !== undefined) state.set(relative(folder, file).replaceAll('\\', '/'), createHash('sha256').update(bytes).digest('hex'));
  }
  return state;
}

/** The names that stand differently in two states, sorted, e.g. `added text-turn/new.txt`. */
export function stateChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    if (!before.has(name)) return [`added ${name}`];
    if (!after.has(name)) return [`removed ${name}`];
    return before.get(name) === after.get(name) ? [] : [`changed ${name}`];
  });
}
