/** Median of a list that is not empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Milliseconds that `body` took. */
export async function timed(body: () => unknown): Promise<number> {
  const start = performance.now();
  await body();
  return performance.now() - start;
}

/** What one part of the bench measured: figures by name, and the raw samples behind them. */
export interface Measured {
  figures: Record<string, number>;
  samples: Record<string, readonly number[]>;
}
