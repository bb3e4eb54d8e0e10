import type { Server } from 'node:net';
import { serveDirect, serveNames, serveProxy, type OnAttempt, type SeenAttempt } from './dead-end.js';
import { SEALED_PROXY_PORT } from './holder-program.js';
import { NotSealed, openNamespace, type Namespace } from './namespace.js';

/** One thing a process tried to reach; the same tried again is counted. */
export interface CountedAttempt extends SeenAttempt {
  /** Of the first one, ms since the epoch. */
  at: number;
  times: number;
}

/** What an agent sees of the network in replay: loopback, and a proxy that is a dead end. */
export interface AgentNetwork {
  readonly sealed: boolean;
  /** Why it is not sealed, in words that follow "because". */
  readonly why?: string;
  /** Proxy variables, in both spellings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Put in front of the agent's command. Empty where it is not sealed. */
  readonly enter: readonly string[];
  /** All that was seen so far, in the order of the first time each. */
  readonly attempts: readonly CountedAttempt[];
  /** A server on a fresh port that the agent can reach, not yet served; undefined where an ordinary one does. */
  listen(): Promise<Server | undefined>;
  /** Lets go of it, and ends what still runs in it. Call once the agent has ended. @returns pids of what was ended */
  close(): Promise<number[]>;
}

export interface NetworkOptions {
  /** Why the agent is not to be sealed. */
  unsealed?: string;
  ledger?: string;
}

interface Sealed {
  namespace: Namespace;
  reset(onAttempt: OnAttempt): void;
}

const MOST_ATTEMPTS = 1000;

/** Namespaces that no agent runs in: opening one takes longer than many a run. */
const idle: Sealed[] = [];
let refusal: NotSealed | undefined;
/**
 * One that is being opened ahead of need. On the process, because the config and the tests are built as one file each, both
 * with this module inside: the one opens it for the other.
 */
const AHEAD = Symbol.for('playwright-acp.network-ahead');
const shared = globalThis as { [AHEAD]?: Promise<Sealed | undefined> | 'taken' };

/**
 * Opens a namespace ahead of need, beside what the process does until then: once in a process. Never rejects: where it is
 * refused, the run that needs it is told.
 *
 * @example
 * prepareNetwork(ledger); // a worker that is about to load its test files
 */
export function prepareNetwork(ledger?: string): void {
  shared[AHEAD] ??= openSealed(ledger).catch(() => undefined);
}

/**
 * Opens the network of one agent: a namespace of its own where the platform permits it, else the dead-end proxy alone.
 * Never rejects for want of a namespace: `why` says what is missing.
 *
 * @example
 * const network = await openNetwork({ ledger });
 * try { await bootAgent({ enter: network.enter, environment: { ...environment, ...network.environment }, … }); … } finally { await network.close(); }
 */
export async function openNetwork(options: NetworkOptions = {}): Promise<AgentNetwork> {
  const attempts: CountedAttempt[] = [];
  const note = (seen: SeenAttempt) => {
    const known = attempts.find(
      ({ host, port, via, by }) => host === seen.host && port === seen.port && via === seen.via && by === seen.by,
    );
    if (known) known.times++;
    // One that tries names at random must not fill the report.
    else if (attempts.length < MOST_ATTEMPTS) attempts.push({ ...seen, at: Date.now(), times: 1 });
  };
  if (options.unsealed !== undefined) return openProxy(attempts, note, options.unsealed);
  try {
    const sealed = takeIdle() ?? (await takeAhead()) ?? (await openSealed(options.ledger));
    return enter(sealed, attempts, note);
  } catch (error) {
    if (!(error instanceof NotSealed)) throw error;
    return openProxy(attempts, note, error.message);
  }
}

function takeIdle(): Sealed | undefined {
  for (let sealed = idle.pop(); sealed; sealed = idle.pop()) if (sealed.namespace.open) return sealed;
  return undefined;
}

async function takeAhead(): Promise<Sealed | undefined> {
  const opening = shared[AHEAD];
  if (opening === undefined || opening === 'taken') return undefined;
  shared[AHEAD] = 'taken';
  const sealed = await opening;
  return sealed?.namespace.open ? sealed : undefined;
}

async function openSealed(ledger: string | undefined): Promise<Sealed> {
  if (refusal) throw refusal;
  const namespace = await openNamespace(ledger).catch((error: unknown) => {
    if (error instanceof NotSealed && error.lasting) refusal = error;
    throw error;
  });
  let sink: OnAttempt = () => {};
  const tell: OnAttempt = (attempt) => sink(attempt);
  serveProxy(namespace.proxy, namespace.holder, tell);
  for (const [port, server] of namespace.watched) serveDirect(port, server, namespace.holder, tell);
  const names = serveNames(namespace.names, namespace.holder, tell);
  return {
    namespace,
    reset(onAttempt) {
      sink = onAttempt;
      names.reset();
    },
  };
}

function enter(sealed: Sealed, attempts: readonly CountedAttempt[], note: OnAttempt): AgentNetwork {
  const { namespace } = sealed;
  sealed.reset(note);
  let closing: Promise<number[]> | undefined;
  const close = async () => {
    await lastWords();
    const left = await namespace.clear();
    sealed.reset(() => {});
    idle.push(sealed);
    return left;
  };
  return {
    sealed: true,
    environment: proxyEnvironment(SEALED_PROXY_PORT),
    enter: namespace.enter,
    attempts,
    listen: () => namespace.listen(),
    close: () => (closing ??= close()),
  };
}

async function openProxy(attempts: readonly CountedAttempt[], note: OnAttempt, why: string): Promise<AgentNetwork> {
  const proxy = serveProxy({ port: 0, host: '127.0.0.1' }, 'self', note);
  await new Promise<void>((resolve, reject) => {
    proxy.server.ref().once('listening', resolve).once('error', reject);
  });
  const port = proxy.port();
  proxy.server.unref();
  return {
    sealed: false,
    why,
    environment: proxyEnvironment(port),
    enter: [],
    attempts,
    listen: () => Promise.resolve(undefined),
    async close() {
      await lastWords();
      proxy.end();
      return [];
    },
  };
}

/** Connections that were made before the agent ended are taken before its attempts are read. */
async function lastWords(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const LOCAL = '127.0.0.1,localhost,::1';

function proxyEnvironment(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  return Object.fromEntries([
    ...names.flatMap((name) => [name, name.toLowerCase()].map((spelling) => [spelling, url])),
    ['NO_PROXY', LOCAL],
    ['no_proxy', LOCAL],
  ]);
}
