import type { CollectedRun } from './types.js';

/**
 * Runs in an order that rests on what they are, never on when they ended: parallel workers and merged shards then give
 * one and the same report.
 */
export function inTestOrder(runs: readonly CollectedRun[]): CollectedRun[] {
  return runs.toSorted(
    (a, b) =>
      compare(a.project, b.project) ||
      compare(a.location, b.location) ||
      compare(a.title, b.title) ||
      a.repeat - b.repeat ||
      a.retry - b.retry ||
      a.ordinal - b.ordinal ||
      compare(a.report.directory, b.report.directory),
  );
}

/** By code units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
