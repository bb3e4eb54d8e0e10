import type { NormalizerCount } from '../schema/index.js';

/** How often each normalizer rewrote a field. One per surface, so that the report can say what was normalized and why. */
export interface Counts {
  /** Adds `n` (1 where absent) to the normalizer `name`. `n` of 0 adds nothing. */
  add(name: string, reason: string, n?: number): void;
  /** All normalizers that rewrote something, by name. */
  list(): NormalizerCount[];
}

/**
 * @example
 * const counts = createCounts();
 * counts.add('cwd', 'a fresh folder per run');
 * counts.list(); // [{ name: 'cwd', reason: 'a fresh folder per run', count: 1 }]
 */
export function createCounts(): Counts {
  const byName = new Map<string, NormalizerCount>();
  return {
    add(name, reason, n = 1) {
      if (n === 0) return;
      const known = byName.get(name);
      if (known) known.count += n;
      else byName.set(name, { name, reason, count: n });
    },
    list: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
