/** Numbers in [0, 1) that follow from a seed alone (mulberry32): a sample can be drawn again. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most `most` items of each group, in their order. */
export function sample<T>(items: readonly T[], groupOf: (item: T) => unknown, most: number, random: () => number): T[] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  const taken = new Set<T>();
  for (const group of groups.values()) {
    const left = [...group];
    for (let n = 0; n < most && left.length > 0; n++) taken.add(left.splice(Math.floor(random() * left.length), 1)[0]!);
  }
  return items.filter((item) => taken.has(item));
}
