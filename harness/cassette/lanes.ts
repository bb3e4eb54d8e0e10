import { carriedReplies, decodeReply, openingOf } from '../dialects/index.js';
import type { Exchange, Opening, WireReply } from '../schema/cassette.js';
import type { Dialect, WireRequest } from '../schema/wire.js';
import { compareLikeness, featuresOf, likeness, offersOther, sameFeatures, type Features } from './features.js';
import { carriedNames, replyKey, replyNames } from './keys.js';

/** Where an exchange stands, and what an opening request is known by. */
export interface Placed {
  lane: number;
  place: number;
  opening?: Opening;
}

/** Finds lane and place of model calls while they are recorded, in order of arrival. */
export interface LaneBuilder {
  /** Ids of tool calls that recorded replies hold so far. */
  readonly minted: ReadonlySet<string>;
  /** Takes in a normalized request. */
  place: (request: WireRequest) => Placed;
  /** Takes in the reply to a placed request, as the cassette will hold it. Only then can a later request carry it back. */
  answered: (placed: Placed, reply: WireReply) => void;
}

interface Call extends Placed {
  dialect: Dialect;
  features: Features;
  /** Keys of the replies it carries back. */
  carried: readonly string[];
  reply?: { key: string; usable: boolean };
}

/**
 * A request that carries a recorded reply back goes on in that reply's lane, unless the lane has gone on already or one
 * of the two offers tools and the other does not: then it is a fork, and a lane of its own. A request like one that got
 * no usable reply is its retry. Any other opens a lane.
 *
 * @param hash of a system prompt, for the record of an opening request
 */
export function createLaneBuilder(hash: (text: string) => string): LaneBuilder {
  const minted = new Set<string>();
  const lanes: Call[][] = [];
  const byName = new Map<string, Call[]>();

  const add = (lane: number, call: Omit<Call, 'lane' | 'place'>): Placed => {
    const calls = (lanes[lane - 1] ??= []);
    calls.push({ ...call, lane, place: calls.length + 1 });
    return calls.at(-1)!;
  };

  return {
    minted,
    place(request) {
      const replies = carriedReplies(request.dialect, request);
      const carried = replies.map((reply) => replyKey(reply, minted));
      const call = { dialect: request.dialect, features: featuresOf(request), carried };
      const retried = lanes.map((calls) => calls.at(-1)!).find((last) => isRetry(last, call));
      if (retried) return add(retried.lane, { ...call, ...(retried.opening && { opening: retried.opening }) });
      const known = replies.flatMap((reply) => carriedNames(reply, minted)).findLast((name) => byName.has(name));
      if (known === undefined) return add(lanes.length + 1, { ...call, opening: describeOpening(request, hash) });
      const before = predecessor(byName.get(known)!, call);
      return add(goesOn(lanes[before.lane - 1]!, before, call) ? before.lane : lanes.length + 1, call);
    },
    answered({ lane, place }, reply) {
      const call = lanes[lane - 1]![place - 1]!;
      const decoded = decodeReply(call.dialect, reply).reply;
      for (const { id } of decoded.calls) if (id !== undefined) minted.add(id);
      call.reply = { key: replyKey(decoded, minted), usable: reply.end === 'complete' && reply.status < 400 };
      for (const name of replyNames(decoded, minted)) byName.set(name, [...(byName.get(name) ?? []), call]);
    },
  };
}

/** Exchanges in order of arrival, as requests with their replies, with lane and place. */
export function buildLanes(calls: readonly { request: WireRequest; reply: WireReply }[], hash: (text: string) => string): Exchange[] {
  const builder = createLaneBuilder(hash);
  return calls.map(({ request, reply }) => {
    const placed = builder.place(request);
    builder.answered(placed, reply);
    return toExchange(placed, request, reply);
  });
}

/** The record of one exchange. */
export function toExchange({ lane, place, opening }: Placed, request: WireRequest, reply: WireReply): Exchange {
  return { type: 'exchange', lane, place, dialect: request.dialect, request, ...(opening && { opening }), reply };
}

function describeOpening(request: WireRequest, hash: (text: string) => string): Opening {
  return { ...openingOf(request.dialect, request), system: hash(request.system) };
}

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((key, at) => key === b[at]);

function isRetry(last: Call, call: Pick<Call, 'features' | 'carried'>): boolean {
  return (
    last.reply !== undefined && !last.reply.usable && sameList(last.carried, call.carried) && sameFeatures(last.features, call.features)
  );
}

/** Of several calls with this reply the one whose whole history this is; else the one most like it. */
function predecessor(calls: readonly Call[], call: Pick<Call, 'features' | 'carried'>): Call {
  const whole = calls.filter((other) => sameList([...other.carried, other.reply!.key], call.carried));
  const candidates = whole.length > 0 ? whole : calls;
  return candidates.toSorted((a, b) => compareLikeness(likeness(a.features, call.features), likeness(b.features, call.features)))[0]!;
}

/** Whether the lane's next call can be this one: nothing usable came behind the reply it carries back. */
function goesOn(lane: readonly Call[], before: Call, call: Pick<Call, 'features'>): boolean {
  const later = lane.slice(before.place);
  return later.every(({ reply }) => reply && !reply.usable) && !offersOther(before.features, call.features);
}
