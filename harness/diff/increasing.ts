/**
 * Indices of a longest strictly increasing subsequence, in order. O(n log n).
 *
 * @example
 * longestIncreasing(Int32Array.of(3, 0, 1, 2)); // [1, 2, 3]
 */
export function longestIncreasing(values: Int32Array): number[] {
  const tails: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  for (let index = 0; index < values.length; index++) {
    const at = firstNotBelow(values, tails, values[index]!);
    if (at > 0) previous[index] = tails[at - 1]!;
    tails[at] = index;
  }
  const found: number[] = [];
  for (let index = tails.at(-1) ?? -1; index !== -1; index = previous[index]!) found.push(index);
  return found.reverse();
}

function firstNotBelow(values: Int32Array, tails: number[], value: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[tails[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
