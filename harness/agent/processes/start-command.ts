import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { commandEnvironment } from '../environment.js';
import type { Command, CommandEnd, RunningCommand } from './command.js';
import { CLEARANCE, climb, LADDER, type Rung } from './ladder.js';

/** Milliseconds that output may still come once the group is empty: what left the group may hold the pipe for good. */
const DRAIN_MS = 500;

type Exit = { code: number | null; signal: NodeJS.Signals | null };

/**
 * Starts a line in a fresh bash that reads no start-up files, in a process group of its own and with a small
 * environment of its own. The group ends with the command: what it left in the background does not stay.
 */
export function startCommand(command: Command): RunningCommand {
  try {
    return new LocalCommand(command);
  } catch (error) {
    // A line that is too long for the system is thrown, where other failures are told later.
    const ended = Promise.resolve(startFailed(command.cwd, error));
    return { ended, cancel: () => ended };
  }
}

class LocalCommand implements RunningCommand {
  readonly pid?: number;
  readonly ended: Promise<CommandEnd>;
  readonly #command: Command;
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit | { failed: unknown }>;
  readonly #outputClosed: Promise<unknown>;
  #because: 'exited' | 'timed_out' | 'cancelled' | undefined;
  /** Pids that outlived the ladder. At most one ladder is climbed for each command. */
  #survivors: Promise<number[]> = Promise.resolve([]);
  /** Resolves where the ladder did not empty the group: the shell itself may be what cannot be ended. */
  readonly #gaveUp: Promise<undefined>;
  #giveUp: () => void = () => undefined;

  constructor(command: Command) {
    this.#command = command;
    this.#child = spawnShell(command.command, command.cwd);
    if (this.#child.pid !== undefined) this.pid = this.#child.pid;
    this.#exit = exitOf(this.#child);
    this.#outputClosed = new Promise((resolve) => this.#child.stdout?.once('close', resolve));
    this.#gaveUp = new Promise((resolve) => (this.#giveUp = () => resolve(undefined)));
    this.#child.stdout?.on('data', command.onOutput);
    const { timeoutMs } = command;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#stop('timed_out', LADDER), timeoutMs);
    this.ended = this.#end().finally(() => clearTimeout(timer));
  }

  cancel(): Promise<CommandEnd> {
    this.#stop('cancelled', LADDER);
    return this.ended;
  }

  /** The first reason counts: whoever comes later waits for the same end. */
  #stop(because: 'exited' | 'timed_out' | 'cancelled', rungs: readonly Rung[]): void {
    if (this.#because !== undefined || this.pid === undefined) return;
    this.#because = because;
    this.#survivors = climb(this.pid, rungs);
    void this.#survivors.then((pids) => pids.length > 0 && this.#giveUp());
  }

  async #end(): Promise<CommandEnd> {
    const exit = await Promise.race([this.#exit, this.#gaveUp]);
    if (exit && 'failed' in exit) return startFailed(this.#command.cwd, exit.failed);
    this.#stop('exited', CLEARANCE);
    const pids = await this.#survivors;
    await this.#drain();
    return this.#endState(exit, pids);
  }

  async #drain(): Promise<void> {
    const drained = setTimeout(() => this.#child.stdout?.destroy(), DRAIN_MS);
    await this.#outputClosed;
    clearTimeout(drained);
    this.#child.unref();
  }

  #endState(exit: Exit | undefined, pids: number[]): CommandEnd {
    const because = this.#because ?? 'exited';
    if (pids.length > 0) return { state: 'kill_failed', because, pids };
    if (because === 'timed_out') return { state: 'timed_out', timeoutMs: this.#command.timeoutMs as number };
    if (because === 'cancelled') return { state: 'cancelled' };
    return exit?.signal ? { state: 'signalled', signal: exit.signal } : { state: 'exited', exitCode: exit?.code ?? 0 };
  }
}

/** The system's own words differ between platforms, and the model's next request must not. */
const startFailed = (cwd: string, error: unknown): CommandEnd => ({
  state: 'start_failed',
  why: `the shell does not start in ${cwd} (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
});

function exitOf(child: ChildProcess): Promise<Exit | { failed: unknown }> {
  return new Promise((resolve) => {
    child.once('error', (failed) => resolve({ failed }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function spawnShell(command: string, cwd: string): ChildProcess {
  const options = {
    cwd,
    env: commandEnvironment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'ignore'] as ('ignore' | 'pipe')[],
    windowsHide: true,
  };
  const shell = existsSync('/bin/bash') ? ['/bin/bash', '--noprofile', '--norc', '-c', command] : ['sh', '-c', command];
  // The outer shell only joins stderr to stdout, so that both arrive in the order they were written, and is gone then.
  return spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', ...shell], options);
}
