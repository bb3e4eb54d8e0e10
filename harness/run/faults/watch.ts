import type { PromptOutcome, Tap } from '../../acp/index.js';

/** What a run with a fault waits for: the end of the turn that met it. */
export interface FaultWatch {
  /** Told when the fault shows; or, for a refused connection, that the next turn will meet it. */
  met: (when: 'now' | 'next-turn') => void;
  /** Told before a prompt is sent. */
  prompting: () => void;
  /** Starts to look at a connection. */
  attach: (connection: { tap: Pick<Tap, 'onAgentFrame'>; limit: (ms: number) => void; prompts: () => readonly PromptOutcome[] }) => void;
  /** Whether every prompt of that turn has been answered: no further step may be taken then. */
  readonly over: boolean;
  /** Settles a moment after it is over; never rejects. */
  readonly ended: Promise<void>;
  /** How many prompts had been sent when the fault showed, the one that met it included. */
  readonly turn: number | undefined;
}

/** @param wait how long the turn may go on after the fault showed, in milliseconds */
export function createFaultWatch(wait: number): FaultWatch {
  let attached: Parameters<FaultWatch['attach']>[0] | undefined;
  let state: 'sound' | 'armed' | 'met' = 'sound';
  let turn: number | undefined;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const show = (prompts: number): void => {
    state = 'met';
    turn = prompts;
    attached!.limit(wait);
  };
  const isOver = (): boolean => {
    const prompts = attached?.prompts() ?? [];
    const answered = prompts.every(({ stopReason, error }) => stopReason !== undefined || error !== undefined);
    return state === 'met' && prompts.length >= turn! && answered;
  };
  return {
    ended,
    get over() {
      return isOver();
    },
    get turn() {
      return turn;
    },
    met(when) {
      if (state !== 'sound') return;
      if (when === 'next-turn') state = 'armed';
      else show(attached!.prompts().length);
    },
    prompting() {
      if (state === 'armed') show(attached!.prompts().length + 1);
    },
    attach(connection) {
      attached = connection;
      const look = (): void => {
        if (isOver()) end();
      };
      // The answer is noted a moment after its frame was read.
      connection.tap.onAgentFrame(({ value }) => {
        if (value && 'id' in value && !('method' in value)) setImmediate(look);
      });
    },
  };
}
