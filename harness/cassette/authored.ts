import { carriedReplies, decodeReply, encodeReply, openingOf, outputSchemaOf, type EncodeOptions } from '../dialects/index.js';
import type { ScriptRecord } from '../faults/index.js';
import type { Exchange, WireReply } from '../schema/cassette.js';
import type { WireRequest } from '../schema/wire.js';
import type { Choice } from './choice.js';
import { carriedNames, replyNames } from './keys.js';

/** Chooses among authored records. */
export interface AuthoredChooser {
  /** Ids of the tool calls that were answered with so far. */
  readonly minted: ReadonlySet<string>;
  choose: (request: WireRequest, options: Pick<EncodeOptions, 'stream'>) => Choice;
}

interface Lane {
  number: number;
  records: ScriptRecord[];
  /** How many were given. */
  given: number;
  /** Whether it gave a reply that an agent carries back. */
  begun: boolean;
}

/**
 * Chooses the authored record of a request and words it in the dialect that the request speaks. A lane is entered by an
 * opening request that fits what its first record says in `when`; a lane that says nothing takes what fits no other. From
 * there on the replies that a request carries back lead through the lane; errors and hangs are followed by the next record.
 * Ids and times are the same in every run.
 */
export function createAuthoredChooser(authored: readonly ScriptRecord[]): AuthoredChooser {
  const lanes = lanesOf(authored);
  const minted = new Set<string>();
  const byName = new Map<string, Lane>();

  const give = (lane: Lane, request: WireRequest, stream: EncodeOptions['stream']): Choice => {
    const record = lane.records[lane.given]!;
    const place = lane.given + 1;
    const reply = encode(record, request, stream, `${lane.number}_${place}`);
    const exchange: Exchange = { type: 'exchange', lane: lane.number, place, dialect: request.dialect, request, reply };
    return {
      exchange,
      take: () => {
        lane.given++;
        if (record.type === 'error') return;
        const decoded = decodeReply(request.dialect, reply).reply;
        for (const { id } of decoded.calls) if (id !== undefined) minted.add(id);
        for (const name of replyNames(decoded, minted)) byName.set(name, lane);
        if (record.type === 'reply') lane.begun = true;
      },
    };
  };

  return {
    minted,
    choose(request, { stream }) {
      const names = carriedReplies(request.dialect, request).flatMap((reply) => carriedNames(reply, minted));
      const known = names.findLast((name) => byName.has(name));
      const entered = known === undefined ? enter(lanes, request) : byName.get(known)!;
      if ('code' in entered) return entered;
      if (entered.given < entered.records.length) return give(entered, request, stream);
      return {
        code: 'ACP_REPLAY_EXHAUSTED',
        reason: `lane ${entered.number} is at its end`,
        lanes: [entered.number],
        lane: entered.number,
        place: entered.given + 1,
      };
    },
  };
}

/**
 * Ids of the tool calls that authored replies make in a dialect, also of those that nobody asked for yet: they are the
 * same in every run.
 */
export function authoredCallIds(authored: readonly ScriptRecord[], { dialect, config }: WireRequest): ReadonlySet<string> {
  const ids = lanesOf(authored).flatMap(({ number, records }) =>
    records.flatMap((record, at) => {
      if (record.type !== 'reply') return [];
      const reply = encode(record, { dialect, config }, true, `${number}_${at + 1}`);
      return decodeReply(dialect, reply).reply.calls.flatMap(({ id }) => (id === undefined ? [] : [id]));
    }),
  );
  return new Set(ids);
}

function lanesOf(authored: readonly ScriptRecord[]): Lane[] {
  const numbers = [...new Set(authored.map(({ lane }) => lane))].toSorted((a, b) => a - b);
  return numbers.map((number) => ({ number, records: authored.filter(({ lane }) => lane === number), given: 0, begun: false }));
}

/** The lane that an opening request enters: of those that gave no reply yet. */
function enter(lanes: readonly Lane[], request: WireRequest): Lane | Exclude<Choice, { exchange: Exchange }> {
  const { user, tools } = openingOf(request.dialect, request);
  const fits = lanes.filter(({ records }) => {
    const when = records[0]!.when;
    return (
      (when?.user === undefined || user.includes(when.user)) &&
      (when?.tools === undefined || when.tools === tools.length > 0) &&
      (when?.json === undefined || when.json === (outputSchemaOf(request) !== undefined))
    );
  });
  const named = fits.filter(({ records }) => records[0]!.when !== undefined);
  const chosen = named.length > 0 ? named : fits;
  const open = chosen.filter(({ begun }) => !begun);
  if (open.length === 1) return open[0]!;
  const numbers = (open.length > 0 ? open : chosen).map(({ number }) => number);
  if (open.length > 1)
    return { code: 'ACP_REPLAY_AMBIGUOUS', reason: `several authored lanes open like this (lanes ${numbers.join(', ')})`, lanes: numbers };
  return {
    code: 'ACP_REPLAY_MISS',
    reason:
      chosen.length === 0
        ? 'no authored lane opens like this'
        : `every authored lane that opens like this has begun (lanes ${numbers.join(', ')}); a further conversation needs a lane of its own, with "when"`,
    lanes: numbers,
  };
}

/** Times and ids that say nothing about when it ran. */
const CREATED = 1_700_000_000;

function encode(
  record: ScriptRecord,
  request: Pick<WireRequest, 'dialect' | 'config'>,
  stream: EncodeOptions['stream'],
  place: string,
): WireReply {
  const counts = new Map<string, number>();
  const ids = (kind: string): string => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return `${kind}_${place}_${number}`;
  };
  const { pieces, breaks, ...authored } = record;
  const options = { stream, model: request.config.model, ids, created: CREATED, ...(pieces && { pieces }) };
  const reply = encodeReply(request.dialect, authored, options);
  return breaks ? { ...reply, end: 'reset' } : reply;
}
