import { decodeReply } from '../dialects/index.js';
import type { Exchange, PlainExchange, WireReply } from '../schema/cassette.js';
import type { Decision } from '../schema/replay.js';
import type { PlainRequest, WireRequest } from '../schema/wire.js';
import { tokenizePlain, tokenizeReply } from './bind-reply.js';
import { createLaneBuilder, toExchange } from './lanes.js';
import type { WireNormalizer } from './normalize-wire.js';

export interface CassetteRecorderOptions {
  normalizer: WireNormalizer;
  /** SHA-256 of a text. */
  hash: (text: string) => string;
  append: (decision: Decision) => void;
  /** Told of every exchange once it has ended. */
  onExchange?: ((record: Exchange | PlainExchange) => void) | undefined;
}

/** A cassette that is being recorded. */
export interface CassetteRecorder {
  readonly exchanges: readonly Exchange[];
  readonly plain: readonly PlainExchange[];
  /** Takes in a model call as it arrives; what it returns takes in the reply, as it came. */
  call: (request: WireRequest) => (reply: WireReply) => void;
  /** The same for any other request. */
  plainCall: (request: PlainRequest, endpoint?: string) => (reply: WireReply) => void;
}

/**
 * Makes a cassette of what came over the wire: requests normalized, replies with the folders of the run and echoed values
 * as tokens, each exchange in its lane. What a reply says of its end is kept, and `complete` only where the dialect's own
 * end was seen: a client that closes right behind it lost nothing, and a stream that stops before it is incomplete.
 */
export function createCassetteRecorder(options: CassetteRecorderOptions): CassetteRecorder {
  const { normalizer, append, onExchange } = options;
  const lanes = createLaneBuilder(options.hash);
  const exchanges: Exchange[] = [];
  const plain: PlainExchange[] = [];
  let calls = 0;

  return {
    exchanges,
    plain,
    call(raw) {
      const { request, values } = normalizer.model(raw, lanes.minted);
      const placed = lanes.place(request);
      const call = ++calls;
      const { lane, place } = placed;
      append({ type: 'decision', call, lane, place, outcome: 'unverified', drifted: [], differences: [], moreDifferences: 0, request });
      return (reply) => {
        const kept = withEnd(raw, tokenizeReply(raw.dialect, reply, normalizer.finds, values));
        lanes.answered(placed, kept);
        const record = toExchange(placed, request, kept);
        exchanges.push(record);
        append({
          type: 'stream-end',
          call,
          end: kept.end === 'aborted' ? 'aborted' : 'finished',
          released: kept.events?.length ?? 1,
          left: 0,
        });
        onExchange?.(record);
      };
    },
    plainCall(raw, endpoint) {
      const request = normalizer.plain(raw);
      return (reply) => {
        const kept = tokenizePlain(reply, normalizer.finds);
        const record: PlainExchange = { type: 'plain', ...(endpoint !== undefined && { endpoint }), request, reply: kept };
        plain.push(record);
        append({ type: 'plain', ...(endpoint !== undefined && { endpoint }), outcome: 'recorded', request, status: reply.status });
        onExchange?.(record);
      };
    },
  };
}

function withEnd({ dialect }: WireRequest, reply: WireReply): WireReply {
  const { end, finish } = decodeReply(dialect, reply);
  // The word of a refusal is its status.
  return { ...reply, end, ...(finish !== undefined && reply.status < 400 && { finish }) };
}
