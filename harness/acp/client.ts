import { childErrors, driveErrors, type AcpError } from '../errors/index.js';
import type { AgentProcess } from '../process/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import { createAgentRequests } from './agent-requests.js';
import { resolveDeadlines, type Deadlines } from './deadlines.js';
import { describeFrame } from './describe-frame.js';
import { createPermissionDesk, type PermissionDesk } from './permission-desk.js';
import type { createTerminals } from './terminals.js';
import type { Tap } from './tap.js';
import { createWaits, type WaitPlace } from './waits.js';

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** The response to a request, and the index of its frame in `tap.frames`. */
export type RpcResponse = ({ result: unknown; error?: undefined } | { error: RpcError; result?: undefined }) & { frame: number };

export interface ClientOptions {
  agent: Pick<AgentProcess, 'write' | 'exited' | 'drained' | 'exit' | 'stderrTail'>;
  tap: Tap;
  /** The workspace, absolute, symlinks resolved: client fs is served from it. */
  cwd: string;
  deadlines?: Partial<Deadlines> | undefined;
  /** Terminals to offer where the input announces them. */
  terminals?: ReturnType<typeof createTerminals>;
  /** Number of the first request; 0 where absent. */
  firstRequestId?: number;
  /** The run fails when the agent writes more. 1 GiB where absent. */
  maxOutputBytes?: number;
}

/** The client's side of one connection. Everything that waits fails at once when the agent exits or a deadline passes. */
export interface Client {
  readonly tap: Tap;
  readonly cwd: string;
  readonly deadlines: Deadlines;
  readonly permissions: PermissionDesk;
  /** Why the run failed; every later step fails with it. An exit fails only steps that wait, so it does not stand here. */
  readonly failure: AcpError | undefined;
  /** Sends a request. Its response may be waited for later; an error in it does not reject. */
  send(method: string, params: unknown): { id: number; response: Promise<RpcResponse> };
  notify(method: string, params: unknown): void;
  /** Bytes as they are. */
  writeBytes(bytes: Uint8Array): void;
  /**
   * Waits under the deadlines. `place` is what an error says.
   * @throws AcpError ACP_DEADLINE, ACP_AGENT_EXITED, ACP_AGENT_STDIN_CLOSED, ACP_AGENT_OUTPUT_LIMIT, ACP_PERMISSION_…
   */
  wait<T>(place: WaitPlace, body: (failed: Promise<never>) => Promise<T>): Promise<T>;
  /** From now on only one deadline counts, `ms` milliseconds away. */
  limit(ms: number): void;
  /** Waits until the agent has been silent for `ms`, at most `limit` ms; ends at once when it has exited. */
  quiesce(ms: number, limit?: number): Promise<void>;
  stderrTail(): string;
  /** Client capabilities as announced, which gate what the agent is served. */
  announce(capabilities: Record<string, unknown>): void;
  /** Names a session, for messages and for the answers addressed to it. */
  nameSession(id: string, alias: string): void;
  /** What to call when a deadline passes, before the run fails: cancels open turns, settles with what came of it. */
  onExpiry(cancel: (grace: number) => Promise<string | undefined>): void;
}

/**
 * Connects to a booted agent. Own JSON-RPC over the tap's lines: no SDK, no schema, so that nothing the agent sends is
 * hidden or repaired.
 *
 * @example
 * const client = createClient({ agent, tap, cwd: sandbox.cwd, deadlines: profile.deadlines });
 * const { prompts } = await driveInput(client, scenario.steps, { file: 'input.jsonl' });
 */
export function createClient(options: ClientOptions): Client {
  const { agent, tap, cwd, terminals, maxOutputBytes = 1024 ** 3 } = options;
  const deadlines = resolveDeadlines(options.deadlines);
  const pending = new Map<string, (response: RpcResponse) => void>();
  let unmatched: CapturedFrame | undefined;
  let cancelOpenTurns: (grace: number) => Promise<string | undefined> = () => Promise.resolve(undefined);
  let nextId = options.firstRequestId ?? 0;
  let stdinClosed = false;

  const lastFrame = () => describeFrame(tap.frames.findLast(({ from }) => from === 'agent'));
  const evidence = () => ({ lastFrame: lastFrame(), stderrTail: agent.stderrTail() });
  const waits = createWaits({
    deadlines,
    tap,
    async onExpiry(deadline, place) {
      const cancel = await cancelOpenTurns(deadlines.grace);
      const stray = unmatched === undefined ? undefined : describeFrame(unmatched);
      return driveErrors.deadline({ deadline, ms: deadlines[deadline], ...place, ...evidence(), cancel, unmatched: stray });
    },
  });

  const onStdinClosed = async () => {
    if (stdinClosed) return;
    stdinClosed = true;
    // Usually it has just exited, which says more.
    await Promise.race([agent.exited, new Promise((resolve) => setTimeout(resolve, deadlines.grace).unref())]);
    if (agent.exit === undefined) waits.fail(childErrors.stdinClosed({ ...waits.place, stderrTail: agent.stderrTail() }));
  };
  const writeBytes = (bytes: Uint8Array) => {
    // Captured before it is written: the agent's answer can only come after it.
    tap.clientBytes(bytes);
    void agent.write(bytes).then((taken) => (taken ? undefined : onStdinClosed()));
  };
  const writeMessage = (message: Record<string, unknown>) => writeBytes(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));

  const permissions = createPermissionDesk(waits.fail);
  const requests = createAgentRequests({
    cwd,
    permissions,
    respond: (id, answer) => writeMessage({ id, ...answer }),
    ...(terminals && { terminals }),
  });

  const onResponse = (value: Readonly<Record<string, unknown>>, frame: CapturedFrame, index: number) => {
    const key = keyOf(value['id']);
    const settle = pending.get(key);
    // Only the first response to a request counts; the rest is for the conformance rules.
    pending.delete(key);
    if (settle === undefined) unmatched = frame;
    else settle({ ...readOutcome(value), frame: index });
  };
  tap.onAgentFrame((frame, index) => {
    if (tap.agentByteCount > maxOutputBytes)
      waits.fail(childErrors.tooMuchOutput({ ...waits.place, limit: maxOutputBytes, lastFrame: lastFrame() }));
    const { value } = frame;
    if (value === undefined) return;
    if (typeof value['method'] === 'string') requests.receive(value);
    else if ('id' in value) onResponse(value, frame, index);
  });

  // What the agent wrote before it exited still counts: a response in the pipe is read first.
  void agent.exited.then(async (exit) => {
    await agent.drained;
    waits.end((place) => childErrors.exited({ exit, ...place, ...evidence() }));
  });

  return {
    tap,
    cwd,
    deadlines,
    permissions,
    get failure() {
      return waits.failure;
    },
    send(method, params) {
      const id = nextId++;
      const response = new Promise<RpcResponse>((resolve) => pending.set(keyOf(id), resolve));
      writeMessage({ id, method, params });
      return { id, response };
    },
    notify: (method, params) => writeMessage({ method, params }),
    writeBytes,
    wait: waits.wait,
    limit(ms) {
      Object.assign(deadlines, { step: Infinity, idle: Infinity, total: tap.elapsed() + ms });
      waits.check();
    },
    quiesce: (ms, limit = 1000) => untilSilent(tap, agent, ms, limit),
    stderrTail: agent.stderrTail,
    announce: requests.announce,
    nameSession: requests.nameSession,
    onExpiry: (cancel) => void (cancelOpenTurns = cancel),
  };
}

/** Ids are told apart by type too: `"0"` is not 0. */
const keyOf = (id: unknown) => `${typeof id}:${String(id)}`;

function readOutcome(value: Readonly<Record<string, unknown>>): { result: unknown } | { error: RpcError } {
  const { error } = value;
  if (error === undefined || error === null) return { result: value['result'] };
  const { code, message, data } = error as Partial<RpcError>;
  // A malformed error fails as an error, shown as it came; the conformance rules say what is wrong with it.
  return {
    error: {
      code: Number.isInteger(code) ? code! : 0,
      message: typeof message === 'string' ? message : JSON.stringify(error),
      ...(data === undefined ? {} : { data }),
    },
  };
}

async function untilSilent(tap: Tap, agent: ClientOptions['agent'], ms: number, limit: number): Promise<void> {
  const start = tap.elapsed();
  for (;;) {
    if (agent.exit !== undefined) return agent.drained;
    const left = Math.min(Math.max(start, tap.lastAgentByte) + ms, start + limit) - tap.elapsed();
    if (left <= 0) return;
    await Promise.race([agent.exited, new Promise((resolve) => setTimeout(resolve, Math.ceil(left)))]);
  }
}
