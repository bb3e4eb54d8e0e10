import type { ModelRequest } from '../schema/model-request.js';
import { requestOpenings } from './openings.js';
import type { Lane } from './script.js';

/** The lane of a session's first call, or why none is bound to it. */
export type LaneChoice = { lane: Lane } | { code: 'ACP_REPLAY_MISS' | 'ACP_REPLAY_AMBIGUOUS'; reason: string; candidates: readonly Lane[] };

/**
 * Chooses the recorded conversation that a session's first call opens. It rests on the replay source alone: a single
 * source is it; of several it is the unbound one with exactly this first user message (of forks, which share it with
 * their parent, the one whose own first message this is); else the only one left. Anything else would be a guess.
 */
export function chooseLane(lanes: readonly Lane[], bound: ReadonlySet<Lane>, request: ModelRequest): LaneChoice {
  if (lanes.length === 0) return { code: 'ACP_REPLAY_MISS', reason: 'the scenario records no model call', candidates: [] };
  if (lanes.length === 1 && !bound.has(lanes[0]!)) return { lane: lanes[0]! };
  const left = lanes.filter((lane) => !bound.has(lane));
  if (left.length === 0)
    return {
      code: 'ACP_REPLAY_MISS',
      reason: `every recorded conversation belongs to another session already (${lanes.length} of ${lanes.length})`,
      candidates: [],
    };
  // A session that never called the model left a log all the same.
  const speaking = left.filter(({ entries }) => entries.length > 0);
  const unbound = speaking.length > 0 ? speaking : left;

  const { first, last } = requestOpenings(request);
  const exact = unbound.filter(({ opening }) => opening !== undefined && opening === first);
  const own = exact.filter(({ ownOpening }) => ownOpening === last);
  if (exact.length === 1) return { lane: exact[0]! };
  if (own.length === 1) return { lane: own[0]! };
  if (exact.length > 1)
    return {
      code: 'ACP_REPLAY_AMBIGUOUS',
      reason: `${exact.length} recorded conversations open with this message (lanes ${numbers(exact)})`,
      candidates: exact,
    };
  if (unbound.length === 1) return { lane: unbound[0]! };
  return {
    code: 'ACP_REPLAY_AMBIGUOUS',
    reason: `none of the ${unbound.length} recorded conversations left opens with this message (lanes ${numbers(unbound)})`,
    candidates: unbound,
  };
}

function numbers(lanes: readonly Lane[]): string {
  return lanes.map(({ number }) => number).join(', ');
}
