import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../environment.js';

/** Paths of a folder's files and links, `/`-separated, with what tells one state of them from another. */
export type Tree = Map<string, string>;

/** Records of version control are not merged by file: two histories do not add up that way. */
const NOT_MERGED = new Set(['.git']);

/** Reads the state of a folder: contents of files with their executable bit, targets of links. */
export async function readTree(root: string, prefix = ''): Promise<Tree> {
  const tree: Tree = new Map();
  for (const entry of await readdir(join(root, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (NOT_MERGED.has(entry.name) || join(root, path) === stateFolder()) continue;
    if (entry.isDirectory()) for (const [below, state] of await readTree(root, path)) tree.set(below, state);
    else if (entry.isFile() || entry.isSymbolicLink()) tree.set(path, (await stateOf(join(root, path))) ?? '');
  }
  return tree;
}

/** The state of one path, `undefined` where no file and no link stands there. */
export async function stateOf(path: string): Promise<string | undefined> {
  const link = await readlink(path).catch(() => undefined);
  if (link !== undefined) return `link ${link}`;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return `${found.mode & 0o100 ? 'program' : 'file'} ${hash}`;
}
