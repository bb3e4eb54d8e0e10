import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket as Datagrams } from 'node:dgram';
import type { Server } from 'node:net';
import { signalGroup } from '../group.js';
import { identify } from '../identity.js';
import { openLedgerEntry } from '../ledger.js';
import { findProgram } from '../find-program.js';
import { settlesWithin, waitUntil } from '../wait.js';
import { HOLDER_PROGRAM, SEALED_PROXY_PORT } from './holder-program.js';
import { processesBeside } from './socket-owner.js';

/** A network namespace with nothing in it but its own loopback, and the sockets this process serves there. */
export interface Namespace {
  /** Put in front of a command, it runs inside, as the same user. */
  readonly enter: readonly string[];
  /** Pid of the process that holds it open. */
  readonly holder: number;
  readonly proxy: Server;
  /** Servers for whatever would leave, by port. */
  readonly watched: ReadonlyMap<number, Server>;
  /** Takes every name lookup. */
  readonly names: Datagrams;
  /** False once its holder has ended: nothing can enter it any more. */
  readonly open: boolean;
  /** A server on a fresh port of its loopback, not yet served. */
  listen(): Promise<Server>;
  /** Ends whatever still runs inside. @returns their pids */
  clear(): Promise<number[]>;
}

/** Why there is no namespace, in words that follow "because". `lasting`: asking again would say the same. */
export class NotSealed extends Error {
  constructor(
    message: string,
    readonly lasting: boolean,
  ) {
    super(message);
  }
}

/** Brings loopback up and makes every address local to it, so that what would leave is seen instead of lost. */
const SETUP = 'ip link set lo up || exit 1; ip route add local 0.0.0.0/0 dev lo; ip -6 route add local ::/0 dev lo; exec "$0" "$@"';
/** Tools of the system stand there too, outside many a PATH. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A user without rights makes them in a user namespace, under the same id. The kept rights end with the agent's own exec. */
const AS_USER = ['--user', '--map-current-user', '--keep-caps'];
const BOOT_LIMIT = 20_000;

type Message = { port?: number; names?: true; ready?: true; listening?: number };

const holders = new Set<{ pid: number; close(): void }>();
let exitHook = false;

/**
 * Opens a namespace. It ends with this process, however that ends, and keeps it from ending by nothing.
 *
 * @throws NotSealed where the platform does not permit it
 */
export async function openNamespace(ledger?: string): Promise<Namespace> {
  if (process.platform !== 'linux') throw new NotSealed('only Linux has network namespaces', true);
  const tools = { unshare: tool('unshare'), nsenter: tool('nsenter') };
  tool('ip');
  const asUser = process.getuid?.() !== 0;
  if (asUser) return boot(tools, AS_USER, ledger);
  // Root without the right to make one (a container) may still make both kinds at once.
  return boot(tools, [], ledger).catch((error: unknown) => {
    if (error instanceof NotSealed && error.lasting) return boot(tools, AS_USER, ledger);
    throw error;
  });
}

function tool(name: string): string {
  try {
    return findProgram(name, '/', SYSTEM_PATH);
  } catch {
    throw new NotSealed(`the program "${name}" is missing`, true);
  }
}

async function boot(tools: { unshare: string; nsenter: string }, how: readonly string[], ledger?: string): Promise<Namespace> {
  const args = [...how, '--net', '--', '/bin/sh', '-c', SETUP, process.execPath, '-e', HOLDER_PROGRAM];
  const child = spawn(tools.unshare, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: SYSTEM_PATH },
    cwd: '/',
    // Its own group, as the ledger's sweep expects of what it ends.
    detached: true,
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  if (child.pid === undefined) throw new NotSealed('"unshare" could not be started', true);
  const unlist = endWithThisProcess(child.pid, ledger);
  void ended.then(unlist);
  const got = receive(child);
  const ready = await settlesWithin(Promise.race([got.ready, ended]), BOOT_LIMIT);
  if (!ready || child.exitCode !== null || child.signalCode !== null) {
    signalGroup(child.pid, 'SIGKILL');
    await ended;
    const reason = said.trim().split('\n').at(-1) ?? '';
    if (!ready) throw new NotSealed('the network namespace did not come up in time', false);
    throw new NotSealed(`it is not permitted here (${reason === '' ? 'unshare failed' : reason})`, true);
  }
  release(child);
  const { pid } = child;
  const { proxy, names, watched } = got;
  return {
    enter: [tools.nsenter, '--preserve-credentials', ...(how.length > 0 ? ['--user'] : []), '--net', '--target', String(pid), '--'],
    holder: pid,
    proxy: proxy!,
    names: names!,
    watched,
    get open() {
      return child.exitCode === null && child.signalCode === null;
    },
    listen: () => got.listen(child),
    async clear() {
      const left = processesBeside(pid);
      for (const one of left) kill(one);
      if (left.length > 0) await waitUntil(() => processesBeside(pid).length === 0, 2000);
      return left;
    },
  };
}

interface Received {
  ready: Promise<void>;
  proxy?: Server;
  names?: Datagrams;
  watched: Map<number, Server>;
  listen(child: ChildProcess): Promise<Server>;
}

/** Takes the sockets as the holder hands them over. None keeps this process alive. */
function receive(child: ChildProcess): Received {
  let tellReady: () => void = () => {};
  const waiting = new Map<number, (server: Server) => void>();
  let asked = 0;
  const received: Received = {
    ready: new Promise((resolve) => (tellReady = resolve)),
    watched: new Map(),
    listen: (holder) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        const gone = () => reject(new Error('The holder of the network namespace has ended.'));
        holder.once('exit', gone);
        holder.channel?.ref();
        waiting.set(id, (server) => {
          holder.off('exit', gone);
          holder.channel?.unref();
          resolve(server);
        });
        if (!holder.connected) return gone();
        holder.send({ listen: id });
      }),
  };
  child.on('message', (message: Message, handle) => {
    if (message.ready) tellReady();
    else if (message.names) received.names = (handle as unknown as Datagrams).unref();
    else if (message.port === SEALED_PROXY_PORT) received.proxy = (handle as Server).unref();
    else if (message.port !== undefined) received.watched.set(message.port, (handle as Server).unref());
    else if (message.listening !== undefined) waiting.get(message.listening)?.(handle as Server);
  });
  return received;
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const { stderr } = child;
  if (stderr !== null && 'unref' in stderr) (stderr as unknown as { unref(): void }).unref();
}

function endWithThisProcess(pid: number, ledger: string | undefined): () => void {
  const entry = ledger === undefined ? undefined : openLedgerEntry(ledger, { child: identify(pid), keeps: 'network' });
  const holder = { pid, close: () => entry?.close() };
  holders.add(holder);
  if (!exitHook) {
    exitHook = true;
    process.once('exit', () => {
      for (const { pid: one, close } of holders) {
        signalGroup(one, 'SIGKILL');
        close();
      }
    });
  }
  return () => {
    if (holders.delete(holder)) holder.close();
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
