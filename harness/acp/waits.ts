import type { AcpError } from '../errors/index.js';
import { watchDeadlines, type Deadlines } from './deadlines.js';
import type { Tap } from './tap.js';

/** What a wait is about, for its error. */
export interface WaitPlace {
  /** `input.jsonl:7 (prompt)` */
  at: string;
  waitedFor: string;
}

export interface WaitsOptions {
  deadlines: Deadlines;
  tap: Pick<Tap, 'elapsed' | 'lastAgentByte'>;
  /** Told when a deadline passes; settles with the error once all was tried to end the turn well. */
  onExpiry: (deadline: 'step' | 'idle' | 'total', place: WaitPlace) => Promise<AcpError>;
}

/** Everything that waits on one connection, so that it can be failed at once. */
export interface Waits {
  wait<T>(place: WaitPlace, body: (failed: Promise<never>) => Promise<T>): Promise<T>;
  /** Fails all that waits and all that will. The first failure stays. */
  fail(error: AcpError): void;
  /** The agent has gone: fails all that waits and all that will, each with its own place. */
  end(errorOf: (place: WaitPlace) => AcpError): void;
  /** Looks at the deadlines again: one was moved. */
  check(): void;
  readonly failure: AcpError | undefined;
  /** The place of the latest wait. */
  readonly place: WaitPlace;
}

interface OpenWait {
  readonly place: WaitPlace;
  expired: boolean;
  check: () => void;
  reject: (error: AcpError) => void;
}

export function createWaits({ deadlines, tap, onExpiry }: WaitsOptions): Waits {
  const open = new Set<OpenWait>();
  const clock = { elapsed: tap.elapsed, lastAgentByte: () => tap.lastAgentByte };
  let failure: AcpError | undefined;
  let ended: ((place: WaitPlace) => AcpError) | undefined;
  let latest: WaitPlace = { at: 'boot', waitedFor: 'the first step' };

  const fail = (error: AcpError) => {
    if (failure !== undefined) return;
    failure = error;
    for (const wait of open) wait.reject(error);
  };
  const wait = async <T>(place: WaitPlace, body: (failed: Promise<never>) => Promise<T>): Promise<T> => {
    if (failure !== undefined) throw failure;
    latest = place;
    const own: OpenWait = { place, expired: false, check: () => {}, reject: () => {} };
    const failed = new Promise<never>((_, reject) => (own.reject = reject));
    failed.catch(() => {});
    open.add(own);
    if (ended !== undefined) own.reject(ended(place));
    const watch = watchDeadlines(deadlines, clock, (deadline) => {
      own.expired = true;
      void onExpiry(deadline, place).then(fail);
    });
    own.check = watch.check;
    try {
      const value = await Promise.race([body(failed), failed]);
      // The answer to the cancel is not the answer that was waited for.
      return own.expired ? await failed : value;
    } finally {
      watch.stop();
      open.delete(own);
    }
  };
  return {
    wait,
    fail,
    end(errorOf) {
      ended = errorOf;
      // One that expired has its own error coming, also where the agent died of the cancel.
      for (const { expired, reject, place } of open) if (!expired) reject(errorOf(place));
    },
    check() {
      for (const wait of open) wait.check();
    },
    get failure() {
      return failure;
    },
    get place() {
      return latest;
    },
  };
}
