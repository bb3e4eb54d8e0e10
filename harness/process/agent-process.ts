/** How a process ended. Both are null where the system did not tell. */
export interface ProcessExit {
  exitCode: number | null;
  signal: string | null;
}

/** How far the ladder had to go. `exited-early`: the process had ended before it was asked to. */
export type ShutdownRung = 'stdin-end' | 'sigterm' | 'sigkill' | 'exited-early';

export interface ShutdownResult extends ProcessExit {
  shutdown: ShutdownRung;
  /** Processes of the agent's group outlived it and had to be ended. */
  endedLeftovers: boolean;
  /** False where something still held stdout or stderr after all that, e.g. a process that left the group. */
  drained: boolean;
}

/** A booted agent: a child in its own process group, its pipes drained from the first byte. */
export interface AgentProcess {
  readonly pid: number;
  readonly command: readonly string[];
  /**
   * Writes to stdin, honouring backpressure: settles once the bytes were taken. `false` when stdin is closed; never
   * rejects, since the agent's end is told by `exited`.
   */
  write(bytes: Uint8Array | string): Promise<boolean>;
  /** The last 64 KiB of stderr. */
  stderrTail(): string;
  /** Settled once the process has ended; never rejects. Pipes may still hold bytes: see `drained`. */
  readonly exited: Promise<ProcessExit>;
  /** Settled once all that the agent wrote was handed on: its pipes closed, or it exited and they stayed silent. */
  readonly drained: Promise<void>;
  /** Set once the process has ended. */
  readonly exit: ProcessExit | undefined;
  /**
   * Ends it: stdin end, exit, drain, SIGTERM, SIGKILL, each rung given `grace` ms; then the rest of its group,
   * which is given as long to end by itself. Always settles, at most about four times `grace` later. Repeated calls share one result.
   */
  shutdown(grace?: number): Promise<ShutdownResult>;
}
