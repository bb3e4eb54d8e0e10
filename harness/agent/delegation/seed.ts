import type { LogEvent, NewEvent } from '../log/event.js';

/** What a session had sub-agents and commands do is no part of the conversation that a fork inherits. */
const OWN = /^(?:subagent|merge|process)\/|^session\/end-seed$/u;

/**
 * What a fork inherits: the parent's events up to the end of its last turn, each with its place in the child's log. The
 * turn that runs is left out: its reply holds calls that have no result yet. So are chunks: no log keeps them in memory.
 */
export function seedEvents(events: readonly LogEvent[]): NewEvent[] {
  const end = events.findLastIndex((event) => event.type === 'turn/end');
  const inherited = events.slice(0, end + 1).filter(({ type }) => !OWN.test(type));
  const places = new Map(inherited.map(({ seq }, place) => [seq, place]));
  const moved = (seqs: readonly number[]): number[] => seqs.flatMap((seq) => places.get(seq) ?? []);
  return inherited.map(({ type, data, sourceEventSeqs, surfaceOp }) => {
    const sources = moved(sourceEventSeqs ?? []);
    return {
      type,
      data: Array.isArray(data['messageSeqs']) ? { ...data, messageSeqs: moved(data['messageSeqs'] as number[]) } : data,
      ...(sources.length > 0 ? { sourceEventSeqs: sources } : {}),
      ...(surfaceOp ? { surfaceOp: 'append' as const } : {}),
    };
  });
}
