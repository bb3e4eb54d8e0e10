import type { TimelineItem } from '../../harness/schema/index.js';

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

export interface Track {
  /** What stands before it, e.g. `client`, `model lane 2`. */
  name: string;
  kind: TimelineItem['track'];
  items: TimelineItem[];
}

const KINDS = ['client', 'model', 'tools', 'agent'] as const;
/** Conversations with the model that have a track of their own. */
const MOST_CONVERSATIONS = 8;

/** The tracks of a run from top to bottom; model calls have one for each of their lanes, where there are several. */
export function tracksOf(items: readonly TimelineItem[]): Track[] {
  return KINDS.flatMap((kind): Track[] => {
    const all = items.filter(({ track }) => track === kind);
    if (all.length === 0) return [];
    const lanes = [...new Set(all.map(({ lane = 1 }) => lane))].toSorted((a, b) => a - b);
    if (kind !== 'model' || lanes.length === 1) return [{ name: kind, kind, items: all }];
    const own = lanes.length > MOST_CONVERSATIONS ? lanes.slice(0, MOST_CONVERSATIONS - 1) : lanes;
    const rest = all.filter(({ lane = 1 }) => !own.includes(lane));
    return [
      ...own.map((number) => ({ name: `model lane ${number}`, kind, items: all.filter(({ lane = 1 }) => lane === number) })),
      ...(rest.length > 0 ? [{ name: 'model, others', kind, items: rest }] : []),
    ];
  });
}
