import { execFile } from 'node:child_process';
import { groupMembers, signalGroup } from './group.js';

/** A signal, and the milliseconds that a group has to end by it before the next one is sent. */
export interface Rung {
  signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL';
  graceMs: number;
}

const KILL: Rung = { signal: 'SIGKILL', graceMs: 3_000 };

/** What ends a command that is to stop before its time: first as Ctrl-C would, then as a shutdown would, then by force. */
export const LADDER: readonly Rung[] = [{ signal: 'SIGINT', graceMs: 500 }, { signal: 'SIGTERM', graceMs: 500 }, KILL];

/** What ends that which a command left behind in its group. */
export const CLEARANCE: readonly Rung[] = [KILL];

/**
 * Signals a process group rung by rung until it is empty.
 *
 * @returns the pids that outlived the whole ladder: empty where it did its work.
 */
export async function climb(group: number, rungs: readonly Rung[]): Promise<number[]> {
  if (process.platform === 'win32') return endTree(group);
  for (const { signal, graceMs } of rungs) {
    if (!signalGroup(group, signal) || (await emptied(group, graceMs))) return [];
  }
  return groupMembers(group);
}

async function emptied(group: number, graceMs: number): Promise<boolean> {
  const until = performance.now() + graceMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    if (groupMembers(group).length === 0) return true;
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Windows knows no groups and no polite signals: the tree below the command is ended at once. What left it is not seen. */
function endTree(pid: number): Promise<number[]> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve([]));
  });
}
