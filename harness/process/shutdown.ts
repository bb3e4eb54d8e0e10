import type { Writable } from 'node:stream';
import type { ProcessExit, ShutdownResult, ShutdownRung } from './agent-process.js';
import { groupRuns, signalGroup } from './group.js';
import { settlesWithin, waitUntil } from './wait.js';

/** What the ladder needs of a child. */
export interface Endable {
  pid: number;
  stdin: Writable;
  exited: Promise<ProcessExit>;
  hasExited(): boolean;
  /** Settled when stdout and stderr are closed. */
  closed: Promise<void>;
  /** Settled when the pipes are closed or have been silent after the exit. */
  drained: Promise<void>;
}

/** The shutdown ladder. See {@link AgentProcess.shutdown}. */
export async function endProcess(child: Endable, grace: number): Promise<ShutdownResult> {
  const shutdown = await climb(child, grace);
  const exit = await child.exited;
  await child.drained;
  // What it started may still write its last words, such as the end of a log, and was told to end by it.
  if (shutdown !== 'sigkill') await waitUntil(() => !groupRuns(child.pid), grace);
  // `close` alone is never waited for: a grandchild that holds stdout would keep it open for good.
  const endedLeftovers = groupRuns(child.pid) && signalGroup(child.pid, 'SIGKILL');
  const drained = await settlesWithin(child.closed, grace);
  if (endedLeftovers) await waitUntil(() => !groupRuns(child.pid), grace);
  return { ...exit, shutdown, endedLeftovers, drained };
}

async function climb(child: Endable, grace: number): Promise<ShutdownRung> {
  if (child.hasExited()) return 'exited-early';
  child.stdin.end();
  if (await settlesWithin(child.exited, grace)) return 'stdin-end';
  // Windows knows no SIGTERM that a console program could answer: there the tree is ended at once.
  if (process.platform !== 'win32') {
    signalGroup(child.pid, 'SIGTERM');
    if (await settlesWithin(child.exited, grace)) return 'sigterm';
  }
  signalGroup(child.pid, 'SIGKILL');
  await child.exited;
  return 'sigkill';
}
