import type { Tree } from './tree.js';

/** One path that the merge changes in the parent's folder. */
export interface MergeChange {
  /** `/`-separated, from the folder. */
  path: string;
  /** States before and after, as {@link Tree} has them; `null` where nothing stands there. */
  before: string | null;
  after: string | null;
}

export interface MergePlan {
  /** Sorted by path. */
  changes: MergeChange[];
  /** Paths that both sides changed, each in its own way. They stay as the parent has them. */
  conflicts: string[];
}

/**
 * What has to be done to bring a sub-agent's changes into its parent's folder, as it is now: three-way, against the
 * state from which both went out. A path that only one side changed, or both in the same way, is no conflict. Pure.
 *
 * @example
 * planMerge({ base, theirs, ours }); // { changes: [{ path: 'a.txt', before: null, after: 'file 9f86…' }], conflicts: [] }
 */
export function planMerge({ base, theirs, ours }: { base: Tree; theirs: Tree; ours: Tree }): MergePlan {
  const plan: MergePlan = { changes: [], conflicts: [] };
  const folders = new Set([...ours.keys()].flatMap(foldersAbove));
  for (const path of [...new Set([...base.keys(), ...theirs.keys()])].toSorted()) {
    const [was, wanted, is] = [base.get(path), theirs.get(path), ours.get(path)];
    if (wanted === was || wanted === is) continue;
    // A file cannot stand where the parent has a folder, nor below what is a file there.
    const blocked = wanted !== undefined && (folders.has(path) || foldersAbove(path).some((folder) => ours.has(folder)));
    if (is !== was || blocked) plan.conflicts.push(path);
    else plan.changes.push({ path, before: is ?? null, after: wanted ?? null });
  }
  return plan;
}

const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
