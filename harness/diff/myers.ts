/** Which elements of two sequences have no partner: 1 stands for changed. */
export interface Marks {
  expected: Uint8Array;
  actual: Uint8Array;
}

interface Box {
  aLow: number;
  aHigh: number;
  bLow: number;
  bHigh: number;
  /** Cut-offs do not apply: the path through the box is known to be short. */
  exact: boolean;
}

/** Steps that all searches of one comparison may take together, roughly; about a quarter of a second. */
const STEPS = 30_000_000;
/** A search goes at least this many differences deep before it is cut off. */
const LEAST_DEPTH = 256;

/**
 * Myers' difference algorithm in linear space. Minimal as long as the differences are few for the length; a search that
 * goes too deep is cut off at its furthest point, which keeps the whole near-linear.
 */
export function markChanges(a: Int32Array, b: Int32Array): Marks {
  const marks: Marks = { expected: new Uint8Array(a.length), actual: new Uint8Array(b.length) };
  const size = a.length + b.length + 3;
  const search = new Search(a, b, new Int32Array(size), new Int32Array(size), Math.max(LEAST_DEPTH, Math.floor(STEPS / size)));
  const boxes: Box[] = [{ aLow: 0, aHigh: a.length, bLow: 0, bHigh: b.length, exact: false }];
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    trim(box, a, b);
    if (box.aLow === box.aHigh) marks.actual.fill(1, box.bLow, box.bHigh);
    else if (box.bLow === box.bHigh) marks.expected.fill(1, box.aLow, box.aHigh);
    else boxes.push(...search.split(box));
  }
  return marks;
}

function trim(box: Box, a: Int32Array, b: Int32Array): void {
  while (box.aLow < box.aHigh && box.bLow < box.bHigh && a[box.aLow] === b[box.bLow]) {
    box.aLow++;
    box.bLow++;
  }
  while (box.aLow < box.aHigh && box.bLow < box.bHigh && a[box.aHigh - 1] === b[box.bHigh - 1]) {
    box.aHigh--;
    box.bHigh--;
  }
}

const FAR = 0x7fffffff;

/** The search for the middle of a path. Diagonal `d` is `i - j`; `ahead[d]` and `behind[d]` are the furthest `i` from each end. */
class Search {
  readonly #origin: number;

  constructor(
    private readonly a: Int32Array,
    private readonly b: Int32Array,
    private readonly ahead: Int32Array,
    private readonly behind: Int32Array,
    private readonly depth: number,
  ) {
    this.#origin = b.length + 1;
  }

  split(box: Box): [Box, Box] {
    const { a, b, ahead, behind } = this;
    const { aLow, aHigh, bLow, bHigh } = box;
    const o = this.#origin;
    const least = aLow - bHigh;
    const most = aHigh - bLow;
    const start = aLow - bLow;
    const end = aHigh - bHigh;
    const odd = ((start - end) & 1) !== 0;
    let fMin = start;
    let fMax = start;
    let bMin = end;
    let bMax = end;
    ahead[o + start] = aLow;
    behind[o + end] = aHigh;
    for (let cost = 1; ; cost++) {
      if (fMin > least) ahead[o + --fMin - 1] = -1;
      else fMin++;
      if (fMax < most) ahead[o + ++fMax + 1] = -1;
      else fMax--;
      for (let d = fMax; d >= fMin; d -= 2) {
        const left = ahead[o + d - 1]!;
        const right = ahead[o + d + 1]!;
        let i = left >= right ? left + 1 : right;
        let j = i - d;
        while (i < aHigh && j < bHigh && a[i] === b[j]) {
          i++;
          j++;
        }
        ahead[o + d] = i;
        if (odd && d >= bMin && d <= bMax && behind[o + d]! <= i) return cut(box, i, j, true, true);
      }
      if (bMin > least) behind[o + --bMin - 1] = FAR;
      else bMin++;
      if (bMax < most) behind[o + ++bMax + 1] = FAR;
      else bMax--;
      for (let d = bMax; d >= bMin; d -= 2) {
        const left = behind[o + d - 1]!;
        const right = behind[o + d + 1]!;
        let i = left < right ? left : right - 1;
        let j = i - d;
        while (i > aLow && j > bLow && a[i - 1] === b[j - 1]) {
          i--;
          j--;
        }
        behind[o + d] = i;
        if (!odd && d >= fMin && d <= fMax && i <= ahead[o + d]!) return cut(box, i, j, true, true);
      }
      if (cost >= this.depth && !box.exact) return this.#cutOff(box, fMin, fMax, bMin, bMax);
    }
  }

  /** Gives up the search: splits where either end came furthest. The part already walked is short, hence exact. */
  #cutOff(box: Box, fMin: number, fMax: number, bMin: number, bMax: number): [Box, Box] {
    const { aLow, aHigh, bLow, bHigh } = box;
    let [forwardI, forwardSum] = [aLow, -1];
    for (let d = fMax; d >= fMin; d -= 2) {
      const i = Math.min(this.ahead[this.#origin + d]!, aHigh, bHigh + d);
      if (i + i - d > forwardSum) [forwardI, forwardSum] = [i, i + i - d];
    }
    let [backwardI, backwardSum] = [aHigh, FAR];
    for (let d = bMax; d >= bMin; d -= 2) {
      const i = Math.max(this.behind[this.#origin + d]!, aLow, bLow + d);
      if (i + i - d < backwardSum) [backwardI, backwardSum] = [i, i + i - d];
    }
    const forward = aHigh + bHigh - backwardSum < forwardSum - (aLow + bLow);
    const [i, sum] = forward ? [forwardI, forwardSum] : [backwardI, backwardSum];
    return cut(box, i, sum - i, forward, !forward);
  }
}

function cut(box: Box, i: number, j: number, lowExact: boolean, highExact: boolean): [Box, Box] {
  return [
    { aLow: box.aLow, aHigh: i, bLow: box.bLow, bHigh: j, exact: lowExact },
    { aLow: i, aHigh: box.aHigh, bLow: j, bHigh: box.bHigh, exact: highExact },
  ];
}
