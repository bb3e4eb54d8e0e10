import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { listPids } from '../group.js';

const MOST_SHOWN = 200;

/**
 * Who holds the other end of a connection or datagram that came from `port`: its command line and pid. Linux only, and
 * only while the socket is open, so ask at once.
 *
 * @param namespace pid of a process whose network is meant; this process's own where absent
 */
export function socketOwner(kind: 'tcp' | 'udp', port: number, namespace: number | 'self' = 'self'): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const inode = [kind, `${kind}6`].map((table) => inodeOf(`/proc/${namespace}/net/${table}`, port)).find((found) => found !== undefined);
  if (inode === undefined) return undefined;
  const pid = listPids().find((one) => one !== process.pid && holds(one, `socket:[${inode}]`));
  return pid === undefined ? undefined : describe(pid);
}

/** Columns: number, local address, remote address, state, queues, timer, retransmits, uid, timeout, inode. */
function inodeOf(table: string, port: number): string | undefined {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of read(table).split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/);
    if (columns[1]?.endsWith(local) && columns[9] !== '0') return columns[9];
  }
  return undefined;
}

function holds(pid: number, socket: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === socket);
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}

function describe(pid: number): string {
  const command = read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();
  const shown = command.length > MOST_SHOWN ? `${command.slice(0, MOST_SHOWN)}…` : command;
  return `${shown === '' ? 'a process' : shown} (pid ${pid})`;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

/** Processes that run in the network namespace of `holder`, without itself. Linux only. */
export function processesBeside(holder: number): number[] {
  const namespace = linkOf(`/proc/${holder}/ns/net`);
  if (namespace === undefined) return [];
  return listPids().filter((pid) => pid !== holder && pid !== process.pid && linkOf(`/proc/${pid}/ns/net`) === namespace);
}
