import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readProcStat } from './identity.js';

/**
 * Sends a signal to a whole process group, whose id is its leader's pid. Windows has no groups: there the tree below
 * the pid is ended by `taskkill`, whatever the signal.
 *
 * @returns whether there was anything to send it to
 */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => {});
    return true;
  }
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a member of the group still runs. A zombie has ended and does not count, where that can be told. */
export function groupRuns(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform === 'linux' ? groupMembers(pid).length > 0 : true;
}

/** Pids of the group that run. Linux only: read from /proc. */
export function groupMembers(group: number): number[] {
  return listPids().filter((pid) => readProcStat(pid)?.group === group);
}

/** All pids of /proc; empty where there is none. */
export function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
