import type { Decision } from '../schema/replay.js';

/** What a run did not consume of one lane. */
export interface LeftOver {
  lane: number;
  /** Entries of the lane, and how many of them were served. */
  entries: number;
  served: number;
  /** Served calls whose reply was not released to its end. */
  cutOff: { call: number; place: number; chunks: number }[];
}

/**
 * What is left of the replay source once a run has ended: entries that no call asked for, and replies that were not
 * read to their end. A lane that the scenario declares optional may stay as it is. Empty where all was consumed.
 */
export function leftOver(decisions: readonly Decision[], optionalLanes: readonly number[] = []): LeftOver[] {
  const script = decisions.find((decision) => decision.type === 'script');
  const ends = new Map(decisions.flatMap((decision) => (decision.type === 'stream-end' ? [[decision.call, decision] as const] : [])));
  const served = decisions.filter((decision) => decision.type === 'decision' && decision.code === undefined);
  return (script?.lanes ?? [])
    .map((entries, at): LeftOver => {
      const calls = served.filter((decision) => decision.type === 'decision' && decision.lane === at + 1);
      const cutOff = calls.flatMap((decision) => {
        const left = decision.type === 'decision' ? (ends.get(decision.call)?.left ?? 0) : 0;
        return decision.type === 'decision' && left > 0 ? [{ call: decision.call, place: decision.place, chunks: left }] : [];
      });
      return { lane: at + 1, entries, served: calls.length, cutOff };
    })
    .filter(({ lane, entries, served, cutOff }) => !optionalLanes.includes(lane) && (served < entries || cutOff.length > 0));
}
