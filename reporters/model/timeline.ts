interface Span {
  start: number;
  end?: number | undefined;
}

/** Most lanes a track is drawn in; what does not fit shares the last. */
const MOST_LANES = 5;

/**
 * Gives each span of a track a lane so that spans that overlap do not cover each other.
 *
 * @param gap least distance between two marks of one lane, in milliseconds.
 */
export function packLanes(spans: readonly Span[], gap: number): { lanes: number[]; count: number } {
  const busyUntil: number[] = [];
  const lanes = Array.from(spans, () => 0);
  const order = spans.map((_, index) => index).sort((a, b) => spans[a]!.start - spans[b]!.start);
  for (const index of order) {
    const { start, end } = spans[index]!;
    if (end === undefined) continue;
    const free = busyUntil.findIndex((until) => until <= start);
    const lane = free !== -1 ? free : Math.min(busyUntil.length, MOST_LANES - 1);
    busyUntil[lane] = Math.max(end, start + gap);
    lanes[index] = lane;
  }
  return { lanes, count: Math.max(1, busyUntil.length) };
}

/** Round points in time from 0 to `end`, about five. */
export function timeTicks(end: number): number[] {
  const rough = end / 5;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.1)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
