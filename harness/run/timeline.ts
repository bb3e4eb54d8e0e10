import type { TimelineItem } from '../schema/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import type { TimedStep } from './drive.js';

/** Frames, requests and client steps on one clock, ms since boot. A request lasts until its response. */
export function timelineOf(frames: readonly CapturedFrame[], steps: readonly TimedStep[]): TimelineItem[] {
  const open = new Map<string, TimelineItem>();
  const items: TimelineItem[] = steps.map(({ op, start, end }) => ({
    track: 'client',
    label: op,
    start,
    ...(end !== undefined && { end }),
  }));
  for (const { from, at, value } of frames) {
    if (value === undefined) continue;
    const { id, method } = value;
    if (typeof method !== 'string') {
      const request = open.get(`${from === 'agent' ? 'client' : 'agent'}:${JSON.stringify(id)}`);
      if (request) request.end = at;
      continue;
    }
    const item: TimelineItem = { track: from, label: labelOf(method, value['params']), start: at };
    if (id !== undefined) open.set(`${from}:${JSON.stringify(id)}`, item);
    if (from === 'agent' || id !== undefined) items.push(item);
  }
  return items.toSorted((a, b) => a.start - b.start);
}

/** The method, and what an update is, where it says so. */
function labelOf(method: string, params: unknown): string {
  const update = (params as { update?: Record<string, unknown> } | undefined)?.update;
  const kind = update?.['sessionUpdate'];
  return typeof kind === 'string' ? `${method} ${kind}` : method;
}
