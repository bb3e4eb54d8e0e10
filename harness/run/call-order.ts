import { authoredCallIds, type Cassette } from '../cassette/index.js';
import { decodeReply } from '../dialects/index.js';
import { isWireRequest, type Decision, type WireRequest } from '../schema/index.js';
import { callsOf } from './decisions.js';

/**
 * Ids of the tool calls that the replies of a cassette make, lane by lane in their order: what parallel tool starts are
 * sorted by, whether the agent ever carries them back or not. Authored replies get theirs in the dialect that was spoken.
 */
export function callIdsOf({ exchanges, authored }: Pick<Cassette, 'exchanges' | 'authored'>, decisions: readonly Decision[]): string[] {
  const recorded = exchanges
    .toSorted((a, b) => a.lane - b.lane || a.place - b.place)
    .flatMap(({ dialect, reply }) => decodeReply(dialect, reply).reply.calls.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const spoken = callsOf(decisions).flatMap(({ request }): WireRequest[] => (isWireRequest(request) ? [request] : []))[0];
  return [...recorded, ...(spoken && authored.length > 0 ? authoredCallIds(authored, spoken) : [])];
}
