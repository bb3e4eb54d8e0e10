import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../process/index.js';
import type { LeftFile } from '../surfaces/workspace.js';

export type { LeftFile };

/** Everything that stands in the workspace, in HOME and in TMPDIR after a run. Links are told by their target, never followed. */
export async function listLeftFiles(sandbox: Sandbox): Promise<LeftFile[]> {
  const roots = ['cwd', 'home', 'tmp'] as const;
  return (await Promise.all(roots.map((root) => walk(root, sandbox[root], '')))).flat();
}

async function walk(root: LeftFile['root'], folder: string, prefix: string): Promise<LeftFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry): Promise<LeftFile[]> => {
    const file = join(folder, entry.name);
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return walk(root, file, `${path}/`);
    if (entry.isSymbolicLink()) return [{ root, path, content: new Uint8Array(), link: await readlink(file) }];
    // A socket or pipe has no content that could be compared; that it is there can be.
    return [{ root, path, content: entry.isFile() ? await readFile(file) : Buffer.from('(special file)\n') }];
  });
  return (await Promise.all(found)).flat();
}
