import type { Decision, TimelineItem } from '../schema/index.js';
import { toolSpans, type CapturedFrame } from '../surfaces/index.js';
import { callsOf } from './decisions.js';
import type { TimedStep } from './drive.js';

export interface TimelineSource {
  frames: readonly CapturedFrame[];
  steps: readonly TimedStep[];
  decisions: readonly Decision[];
  /** When the clock of frames and steps started, ms since the epoch; absent where nothing was booted. */
  bootedAt?: number | undefined;
}

/** Client steps, model calls, tools and frames on one clock, ms since boot. A request lasts until its response. */
export function timelineOf({ frames, steps, decisions, bootedAt }: TimelineSource): TimelineItem[] {
  const items: TimelineItem[] = [
    ...steps.map(({ op, start, end }) => item('client', op, start, end)),
    ...(bootedAt === undefined ? [] : modelCalls(decisions, bootedAt)),
    ...toolSpans(frames).map(({ title, status, start, end }) =>
      item('tools', status === 'failed' ? `${title} (failed)` : title, start, end),
    ),
    ...frameItems(frames),
  ];
  return items.toSorted((a, b) => a.start - b.start);
}

function item(track: TimelineItem['track'], label: string, start: number, end: number | undefined): TimelineItem {
  return { track, label, start, ...(end !== undefined && { end }) };
}

/** Calls whose time is known: providers of other agents may not note it. */
function modelCalls(decisions: readonly Decision[], bootedAt: number): TimelineItem[] {
  const ends = new Map(decisions.flatMap((one) => (one.type === 'stream-end' ? [[one.call, one] as const] : [])));
  const since = (at: number): number => Math.max(0, at - bootedAt);
  return callsOf(decisions).flatMap(({ call, lane, code, at }) => {
    if (at === undefined) return [];
    const end = ends.get(call);
    const notes = [
      ...(lane > 1 ? [`lane ${lane}`] : []),
      ...(code === undefined ? [] : [`refused: ${code}`]),
      ...(end && end.end !== 'finished' ? [end.end] : []),
    ];
    const label = notes.length > 0 ? `model call ${call} (${notes.join(', ')})` : `model call ${call}`;
    const drawn = item('model', label, since(at), end?.at === undefined ? undefined : since(end.at));
    return [{ ...drawn, ...(lane > 0 && { lane }), ...(code !== undefined && { refused: true as const }) }];
  });
}

function frameItems(frames: readonly CapturedFrame[]): TimelineItem[] {
  const open = new Map<string, TimelineItem>();
  const items: TimelineItem[] = [];
  for (const { from, at, value } of frames) {
    if (value === undefined) continue;
    const { id, method } = value;
    if (typeof method !== 'string') {
      const request = open.get(`${from === 'agent' ? 'client' : 'agent'}:${JSON.stringify(id)}`);
      if (request) request.end = at;
      continue;
    }
    const frame: TimelineItem = { track: from, label: labelOf(method, value['params']), start: at };
    if (id !== undefined) open.set(`${from}:${JSON.stringify(id)}`, frame);
    if (from === 'agent' || id !== undefined) items.push(frame);
  }
  return items;
}

/** The method, and what an update is, where it says so. */
function labelOf(method: string, params: unknown): string {
  const update = (params as { update?: Record<string, unknown> } | undefined)?.update;
  const kind = update?.['sessionUpdate'];
  return typeof kind === 'string' ? `${method} ${kind}` : method;
}
