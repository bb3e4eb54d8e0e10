import type { LogEvent, NewEvent } from './event.js';

/** What a log leaves open of its session's sub-agents, because the process ended. */
export interface LostWork {
  /** Sessions of sub-agents that nobody owns any more. */
  children: string[];
  /** What has to be appended, so that each is settled. */
  events: NewEvent[];
  /** A merge was interrupted while it was flushed, now or in an earlier process: every copy is kept. */
  recoveryRequired: boolean;
}

/** Finds the sub-agents that a log began and did not settle, and merges that were begun and not ended. Pure. */
export function lostWork(events: readonly LogEvent[], seedLength = 0): LostWork {
  const open = new Map<string, LogEvent>();
  const merging = new Map<string, LogEvent>();
  const unrecovered = new Set<string>();
  for (const event of events) {
    const child = event.data['childSession'] as string;
    if (event.seq < seedLength) continue;
    if (event.type === 'subagent/started' || event.type === 'subagent/continued') open.set(child, event);
    else if (event.type === 'subagent/ended') open.delete(child);
    else if (event.type === 'merge/started') merging.set(child, event);
    else if (event.type === 'merge/ended') {
      merging.delete(child);
      if ((event.data['outcome'] as { kind: string }).kind === 'recovery_required') unrecovered.add(child);
    } else if (event.type === 'merge/recovered') unrecovered.delete(child);
  }
  const message = 'the agent ended while the merge was flushed';
  return {
    children: [...open.keys()],
    events: [
      ...[...merging.values()].map((event) => ended('merge/ended', event, { kind: 'recovery_required', message })),
      ...[...open.values()].map((event) => ended('subagent/ended', event, { kind: 'lost' })),
    ],
    recoveryRequired: unrecovered.size > 0 || merging.size > 0,
  };
}

function ended(type: string, { data }: LogEvent, outcome: object): NewEvent {
  const { turn, step, callId, name, childSession } = data;
  return { type, data: { turn, step, callId, name, childSession, outcome } };
}
