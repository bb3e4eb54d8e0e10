import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that one look at the process table serves: commands that end at the same time share it. */
const LOOK_MS = 5;

/** Sends a signal to a process group. `false` where the group has no member left. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: there are members, and none of them may be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Pids of a group that still run. One that has ended and waits for its parent to notice does not. */
export function groupMembers(group: number): number[] {
  try {
    process.kill(-group, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return [];
  }
  return processTable().get(group) ?? [];
}

let looked: { at: number; table: Map<number, number[]> } | undefined;

function processTable(): Map<number, number[]> {
  if (looked && performance.now() - looked.at < LOOK_MS) return looked.table;
  const table = new Map<number, number[]>();
  for (const { pid, group } of process.platform === 'linux' ? fromProc() : fromPs())
    table.set(
      group,
      [...(table.get(group) ?? []), pid].toSorted((a, b) => a - b),
    );
  looked = { at: performance.now(), table };
  return table;
}

interface Row {
  pid: number;
  group: number;
}

function fromProc(): Row[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((pid) => {
      let stat: string;
      try {
        stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      } catch {
        return [];
      }
      // The name stands in brackets and may hold anything; behind it: state, parent, group.
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(pid), group: Number(group) }];
    });
}

function fromPs(): Row[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, group, state = ''] = line.trim().split(/\s+/u);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), group: Number(group) }];
  });
}
