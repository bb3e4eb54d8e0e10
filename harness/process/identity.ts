import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that cannot be confused with a later one of the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Linux: boot id and start ticks. Elsewhere: `ms:` and the wall clock at its start, known to a few seconds. */
  started: string;
}

let bootId: string | undefined;
const readBootId = () => (bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());

/** `undefined`: no such process, or a zombie, which has ended and only waits to be reaped. */
export function readProcStat(pid: number): { state: string; group: number; startTicks: string } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program's name stands in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? '';
  return state === 'Z' || state === 'X' ? undefined : { state, group: Number(fields[2]), startTicks: fields[19] ?? '' };
}

/** The identity of a process that runs now. `startedAt` (ms since the epoch) is used where the system tells no start time cheaply. */
export function identify(pid: number, startedAt: number = Date.now()): ProcessIdentity {
  const stat = process.platform === 'linux' ? readProcStat(pid) : undefined;
  return { pid, started: stat === undefined ? `ms:${Math.round(startedAt)}` : `${readBootId()}:${stat.startTicks}` };
}

/** The identity of this very process. */
export function identifySelf(): ProcessIdentity {
  return identify(process.pid, Date.now() - process.uptime() * 1000);
}

/** Whether that very process, not a later one of its pid, still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = readProcStat(identity.pid);
    if (stat === undefined) return false;
    if (!identity.started.startsWith('ms:')) return identity.started === `${readBootId()}:${stat.startTicks}`;
  }
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const startedAt = await readStartTime(identity.pid);
  // The system's own figure is in whole seconds, and a busy machine starts a process late.
  return startedAt !== undefined && Math.abs(startedAt - Number(identity.started.slice('ms:'.length))) < 5000;
}

/** Start of a process in ms since the epoch, asked of the system's own tool. */
async function readStartTime(pid: number): Promise<number | undefined> {
  const windows = process.platform === 'win32';
  const script = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`;
  const text = windows
    ? await output('powershell.exe', ['-NoProfile', '-Command', script], {})
    : // Words and zone of `ps` follow the environment.
      await output('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } });
  const time = Date.parse(windows ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : time;
}

function output(program: string, args: string[], options: { env?: Record<string, string> }): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { ...options, windowsHide: true, timeout: 10_000 }, (error, stdout) => resolve(error ? '' : stdout.trim()));
  });
}
