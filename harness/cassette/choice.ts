import type { Exchange } from '../schema/cassette.js';

/** The exchange that answers a request, or why none does. */
export type Choice =
  | {
      exchange: Exchange;
      /** Marks the answer as given. */
      take: () => void;
    }
  | {
      code: 'ACP_REPLAY_MISS' | 'ACP_REPLAY_AMBIGUOUS' | 'ACP_REPLAY_EXHAUSTED';
      reason: string;
      /** Lanes that were considered; empty for all of them. */
      lanes: readonly number[];
      lane?: number;
      place?: number;
    };
