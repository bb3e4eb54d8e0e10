import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { listPids } from './group.js';

/**
 * Ends processes whose working directory lies in a folder of ours: such as left their group, or were started just
 * before their owner died. Linux only: elsewhere they cannot be told.
 *
 * @returns their pids
 */
export function endProcessesIn(folder: string): number[] {
  return listPids().filter((pid) => pid !== process.pid && worksIn(pid, folder) && end(pid));
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return cwd === folder || cwd.startsWith(`${folder}${path.sep}`);
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
