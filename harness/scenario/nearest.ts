/**
 * The candidate that `word` was most likely meant to be, or undefined where none is close: at most a third of its
 * letters may differ.
 *
 * @example nearest('promt', ['prompt', 'cancel']) // 'prompt'
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return bestDistance <= Math.max(1, Math.floor(Math.max(word.length, best?.length ?? 0) / 3)) ? best : undefined;
}

/** Edit distance in which two neighbouring letters may change places. Words longer than 100 characters are names of nothing we know. */
function editDistance(a: string, b: string): number {
  if (a.length > 100 || b.length > 100) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
