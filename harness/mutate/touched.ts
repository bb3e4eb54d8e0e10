import { createCounts, valueAt, type Counts } from '../normalize/index.js';
import { leavesOf, pathText, removeAt, type Path } from './leaves.js';

/** What normalizing did to one leaf. */
export interface Touch {
  /** The normalizers that did it, with the reason they give. */
  readonly by: readonly { readonly name: string; readonly reason: string }[];
  /** What stands there now; undefined where the field was dropped. */
  readonly normalized: unknown;
}

export type Normalize = (record: unknown, counts: Counts) => unknown;

/**
 * The leaves of a record that normalizing rewrites, by their path. It asks the normalizers and knows no field: a leaf
 * is touched where the normalized record says something else at its place, and was touched by those that count less
 * once the leaf is gone.
 */
export function touchedLeaves(record: unknown, normalize: Normalize): Map<string, Touch> {
  const touched = new Map<string, Touch>();
  const whole = createCounts();
  const normalized = normalize(structuredClone(record), whole);
  if (whole.list().length === 0) return touched;
  // What was replaced as a whole is asked about once: the schemas of tools have thousands of leaves.
  const wholes = new Map<string, Touch['by']>();
  const ofWhole = (path: Path): Touch['by'] => {
    const key = pathText(path);
    let by = wholes.get(key);
    if (!by) wholes.set(key, (by = normalizersOf(record, path, whole, normalize)));
    return by;
  };
  for (const leaf of leavesOf(record)) {
    const now = valueAt(normalized, leaf.path);
    if (JSON.stringify(now) === JSON.stringify(leaf.value)) continue;
    const replaced = replacedWhole(normalized, leaf.path);
    const by = replaced ? ofWhole(replaced) : normalizersOf(record, leaf.path, whole, normalize);
    if (by.length > 0) touched.set(pathText(leaf.path), { by, normalized: now });
  }
  return touched;
}

/** What a leaf is part of and that is no longer there as such, if anything. */
function replacedWhole(normalized: unknown, path: Path): Path | undefined {
  for (let length = 1; length < path.length; length++) {
    const value = valueAt(normalized, path.slice(0, length));
    if (typeof value !== 'object' || value === null) return path.slice(0, length);
  }
  return undefined;
}

/** Those that count less without what stands at a path; where none does, without what that is part of. */
function normalizersOf(record: unknown, from: Path, whole: Counts, normalize: Normalize): Touch['by'] {
  for (let path = from; path.length > 0; path = path.slice(0, -1)) {
    const counts = createCounts();
    try {
      normalize(structuredClone(removeAt(record, path)), counts);
    } catch {
      // Without this field it is no such record.
      continue;
    }
    const left = new Map(counts.list().map(({ name, count }) => [name, count]));
    const fewer = whole.list().filter(({ name, count }) => (left.get(name) ?? 0) < count);
    if (fewer.length > 0) return fewer.map(({ name, reason }) => ({ name, reason }));
  }
  return [];
}
