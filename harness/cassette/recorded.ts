import { carriedReplies, decodeReply } from '../dialects/index.js';
import type { Exchange } from '../schema/cassette.js';
import type { WireRequest } from '../schema/wire.js';
import type { Choice } from './choice.js';
import { compareLikeness, featuresOf, likeness, NO_TOOLS, offersOther, sameFeatures, type Features } from './features.js';
import { carriedNames, replyKey, replyNames } from './keys.js';

/** Keys of the replies that a request carries back, and whether none of them is recorded. */
interface History {
  carried: readonly string[];
  opens: boolean;
}

/** A recorded exchange with what selects it. */
interface Recorded extends History {
  exchange: Exchange;
  features: Features;
}

/** Chooses among recorded exchanges. */
export interface RecordedChooser {
  /** Ids of tool calls that recorded replies hold. */
  readonly minted: ReadonlySet<string>;
  choose: (request: WireRequest) => Choice;
}

/**
 * Chooses the recorded exchange of a request, by the cassette alone: those that carry the same recorded replies back;
 * where none does, those whose history ends with the same ones. Of several the one that is most like it, by first user
 * message, tools, model, system prompt and last message. Equal recorded requests get their answers in order; where
 * unequal ones are alike, it would be a guess. An answer is given once.
 */
export function createRecordedChooser(exchanges: readonly Exchange[]): RecordedChooser {
  const replies = exchanges.map(({ dialect, reply }) => decodeReply(dialect, reply).reply);
  const minted = new Set(replies.flatMap(({ calls }) => calls.flatMap(({ id }) => (id === undefined ? [] : [id]))));
  const known = new Set(replies.flatMap((reply) => replyNames(reply, minted)));
  const historyOf = (request: WireRequest): History => {
    const carried = carriedReplies(request.dialect, request);
    const opens = !carried.some((reply) => carriedNames(reply, minted).some((name) => known.has(name)));
    return { carried: carried.map((reply) => replyKey(reply, minted)), opens };
  };
  const recorded = exchanges.map((exchange): Recorded => ({
    exchange,
    features: featuresOf(exchange.request),
    ...historyOf(exchange.request),
  }));
  const served = new Set<Exchange>();

  return {
    minted,
    choose(request) {
      const history = historyOf(request);
      const like = alike(candidates(recorded, history), featuresOf(request));
      const first = like[0];
      if (!first) return { code: 'ACP_REPLAY_MISS', reason: missReason(history), lanes: [] };
      const lanes = [...new Set(like.map(({ exchange }) => exchange.lane))];
      if (!like.every((other) => sameFeatures(other.features, first.features)))
        return {
          code: 'ACP_REPLAY_AMBIGUOUS',
          reason: `${like.length} recorded requests are equally like this one (${placesOf(like)})`,
          lanes,
        };
      const next = like.find(({ exchange }) => !served.has(exchange));
      if (!next) return exhausted(like, exchanges);
      return { exchange: next.exchange, take: () => served.add(next.exchange) };
    },
  };
}

/** The recorded exchanges that a request with this history may belong to. */
function candidates(recorded: readonly Recorded[], { carried, opens }: History): Recorded[] {
  const same = recorded.filter(
    (other) => other.opens === opens && other.carried.length === carried.length && commonEnd(other.carried, carried) === carried.length,
  );
  if (same.length > 0) return same;
  if (opens) return recorded.filter((other) => other.opens);
  const ends = recorded.map((other) => ({ other, common: other.opens ? 0 : commonEnd(other.carried, carried) }));
  const longest = Math.max(...ends.map(({ common }) => common));
  return longest > 0 ? ends.filter(({ common }) => common === longest).map(({ other }) => other) : [];
}

/** The candidates most like the request. One that offers tools is never taken for one that offers none, and an opening request needs something in common. */
function alike(candidates: readonly Recorded[], features: Features): Recorded[] {
  const scored = candidates
    .filter((other) => !offersOther(other.features, features) && (!other.opens || hasCommon(other.features, features)))
    .map((other) => ({ other, like: likeness(other.features, features) }))
    .toSorted((a, b) => compareLikeness(a.like, b.like));
  return scored.filter(({ like }) => compareLikeness(like, scored[0]!.like) === 0).map(({ other }) => other);
}

function hasCommon(recorded: Features, request: Features): boolean {
  if (recorded.user === request.user || recorded.system === request.system) return true;
  return recorded.tools !== NO_TOOLS && recorded.tools === request.tools;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let common = 0;
  while (common < a.length && common < b.length && a[a.length - 1 - common] === b[b.length - 1 - common]) common++;
  return common;
}

function exhausted(like: readonly Recorded[], exchanges: readonly Exchange[]): Choice {
  const { lane, place } = like.at(-1)!.exchange;
  const inLane = exchanges.filter((exchange) => exchange.lane === lane).length;
  const answers =
    like.length === 1 ? 'the recorded answer to this request was' : `all ${like.length} recorded answers to this request were`;
  const reason = `${answers} given already (${placesOf(like)})`;
  if (place < inLane) return { code: 'ACP_REPLAY_MISS', reason, lanes: [lane] };
  return { code: 'ACP_REPLAY_EXHAUSTED', reason, lanes: [lane], lane, place: inLane + 1 };
}

function missReason({ opens }: History): string {
  return opens ? 'no recorded conversation opens like this' : 'no recorded request goes on from the recorded replies that it carries back';
}

function placesOf(list: readonly Recorded[]): string {
  return list.map(({ exchange }) => `lane ${exchange.lane}, place ${exchange.place}`).join('; ');
}
