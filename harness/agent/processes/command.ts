/** A line for bash, and what may become of it. */
export interface Command {
  command: string;
  cwd: string;
  /** Milliseconds before it is ended; absent for one that may run as long as its session. */
  timeoutMs?: number;
  /** stdout and stderr, in the order they were written. */
  onOutput: (bytes: Uint8Array) => void;
  /** Told where it runs in a terminal of the client. */
  onTerminal?: (terminalId: string) => void;
}

/**
 * How a command ended. A value, never an exception: it stands in the session log, and {@link explainEnd} says it in words.
 *
 * - `exited`: by itself, with its exit code; `signalled`: by a signal that this agent did not send.
 * - `timed_out`, `cancelled`: by the agent. Everything in its process group has ended.
 * - `kill_failed`: `pids` of its group still run although SIGKILL was sent; `because` is why they were to end.
 * - `start_failed`: it never ran.
 * - `lost`: the agent ended before it did, so that nobody saw its end. Only a later agent writes this.
 */
export type CommandEnd =
  | { state: 'exited'; exitCode: number }
  | { state: 'signalled'; signal: string }
  | { state: 'timed_out'; timeoutMs: number }
  | { state: 'cancelled' }
  | { state: 'kill_failed'; because: 'exited' | 'timed_out' | 'cancelled'; pids: number[] }
  | { state: 'start_failed'; why: string }
  | { state: 'lost' };

export interface RunningCommand {
  /** Of its process group; absent where it runs elsewhere, or did not start. */
  readonly pid?: number;
  /** Never rejects. Everything that was printed has been handed on by then. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it, and whatever its process group holds. May be called any number of times; all get the same end. */
  cancel(): Promise<CommandEnd>;
}

/** The end in one sentence without its full stop; `undefined` where there is nothing to say: exit code 0. */
export function explainEnd(end: CommandEnd): string | undefined {
  if (end.state !== 'exited') return explainOther(end);
  return end.exitCode === 0 ? undefined : `exit code ${end.exitCode}`;
}

function explainOther(end: Exclude<CommandEnd, { state: 'exited' }>): string {
  switch (end.state) {
    case 'signalled':
      return `ended by ${end.signal}`;
    case 'timed_out':
      return `ended after ${end.timeoutMs} milliseconds, its timeout`;
    case 'cancelled':
      return 'cancelled';
    case 'kill_failed':
      return `${REASONS[end.because]}, but ${list(end.pids)} of its process group could not be ended and may still run`;
    case 'start_failed':
      return `could not be started: ${end.why}`;
    default:
      return 'its end was not seen: the agent ended before it did';
  }
}

const REASONS = { exited: 'it exited', timed_out: 'its timeout passed', cancelled: 'it was cancelled' } as const;

const list = (pids: readonly number[]): string =>
  pids.length === 0 ? 'something' : `${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}`;
