import { createCounts, type Counts } from '../normalize/index.js';
import { leavesOf, pathText, removeAt, valueAt, type Leaf, type Path } from './leaves.js';

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
  for (const leaf of leavesOf(record)) {
    const now = valueAt(normalized, leaf.path);
    if (JSON.stringify(now) === JSON.stringify(leaf.value)) continue;
    const by = normalizersOf(record, leaf, whole, normalize);
    if (by.length > 0) touched.set(pathText(leaf.path), { by, normalized: now });
  }
  return touched;
}

/** Those that count less without the leaf; where none does, without what the leaf is part of. */
function normalizersOf(record: unknown, leaf: Leaf, whole: Counts, normalize: Normalize): Touch['by'] {
  for (let path: Path = leaf.path; path.length > 0; path = path.slice(0, -1)) {
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
