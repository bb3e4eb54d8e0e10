import { childErrors, AcpError, driveErrors } from '../errors/index.js';
import type { AgentProcess } from '../process/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import { createAgentRequests } from './agent-requests.js';
import { resolveDeadlines, watchDeadlines, type Deadlines } from './deadlines.js';
import { describeFrame } from './describe-frame.js';
import { createPermissionDesk, type PermissionDesk } from './permission-desk.js';
import type { Tap } from './tap.js';

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
  deadlines?: Partial<Deadlines>;
  /** The run fails when the agent writes more. 1 GiB where absent. */
  maxOutputBytes?: number;
}

/** The client's side of one connection. Everything that waits fails at once when the agent exits or a deadline passes. */
export interface Client {
  readonly tap: Tap;
  readonly cwd: string;
  readonly deadlines: Deadlines;
  readonly permissions: PermissionDesk;
  /** Why the run failed; every later step fails with it. */
  readonly failure: AcpError | undefined;
  /** Sends a request. Its response may be waited for later; an error in it does not reject. */
  send(method: string, params: unknown): { id: number; response: Promise<RpcResponse> };
  notify(method: string, params: unknown): void;
  /** Bytes as they are. */
  writeBytes(bytes: Uint8Array): void;
  /**
   * Waits under the deadlines. `at` and `waitedFor` are what an error says.
   * @throws AcpError ACP_DEADLINE, ACP_AGENT_EXITED, ACP_AGENT_STDIN_CLOSED, ACP_AGENT_OUTPUT_LIMIT, ACP_PERMISSION_…
   */
  wait<T>(place: WaitPlace, body: (failed: Promise<never>) => Promise<T>): Promise<T>;
  /** Waits until the agent has been silent for `ms`, at most `limit` ms; ends at once when it has exited. */
  quiesce(ms: number, limit?: number): Promise<void>;
  /** Client capabilities as announced, which gate what the agent is served. */
  announce(capabilities: Record<string, unknown>): void;
  /** Names a session, for messages and for the answers addressed to it. */
  nameSession(id: string, alias: string): void;
  /** What to call when a deadline passes, before the run fails: cancels open turns and settles when they have ended. */
  onExpiry(cancel: (grace: number) => Promise<string | undefined>): void;
}

export interface WaitPlace {
  at: string;
  waitedFor: string;
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
  const { agent, tap, cwd, maxOutputBytes = 1024 ** 3 } = options;
  const deadlines = resolveDeadlines(options.deadlines);
  const pending = new Map<string, (response: RpcResponse) => void>();
  const waits = new Set<(error: AcpError) => void>();
  let failure: AcpError | undefined;
  let place: WaitPlace = { at: 'boot', waitedFor: 'the first step' };
  let unmatched: CapturedFrame | undefined;
  let cancelOpenTurns: (grace: number) => Promise<string | undefined> = () => Promise.resolve(undefined);
  let nextId = 0;
  let stdinClosed = false;

  const fail = (error: AcpError) => {
    if (failure !== undefined) return;
    failure = error;
    for (const reject of waits) reject(error);
  };
  const lastFrame = () => describeFrame(tap.frames.findLast(({ from }) => from === 'agent'));

  const writeBytes = (bytes: Uint8Array) => {
    // Captured before it is written: the agent's answer can only come after it.
    tap.clientBytes(bytes);
    void agent.write(bytes).then(async (taken) => {
      if (taken || stdinClosed) return;
      stdinClosed = true;
      // Usually it has just exited, which says more.
      await Promise.race([agent.exited, new Promise((resolve) => setTimeout(resolve, deadlines.grace).unref())]);
      if (agent.exit === undefined) fail(childErrors.stdinClosed({ ...place, stderrTail: agent.stderrTail() }));
    });
  };
  const writeMessage = (message: Record<string, unknown>) => writeBytes(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));

  const permissions = createPermissionDesk(fail);
  const requests = createAgentRequests({ cwd, permissions, respond: (id, answer) => writeMessage({ id, ...answer }) });

  const onResponse = (value: Readonly<Record<string, unknown>>, frame: CapturedFrame, index: number) => {
    const key = keyOf(value['id']);
    const settle = pending.get(key);
    if (settle === undefined) return void (unmatched = frame);
    pending.delete(key);
    const error = value['error'];
    settle(error === undefined || error === null ? { result: value['result'], frame: index } : { error: error as RpcError, frame: index });
  };
  tap.onAgentFrame((frame, index) => {
    if (tap.agentByteCount > maxOutputBytes) fail(childErrors.tooMuchOutput({ ...place, limit: maxOutputBytes, lastFrame: lastFrame() }));
    const { value } = frame;
    if (value === undefined) return;
    if (typeof value['method'] === 'string') requests.receive(value);
    else if ('id' in value) onResponse(value, frame, index);
  });

  // What the agent wrote before it exited still counts: a response in the pipe is read first.
  void agent.exited.then(async (exit) => {
    await agent.drained;
    fail(childErrors.exited({ exit, ...place, lastFrame: lastFrame(), stderrTail: agent.stderrTail() }));
  });

  const expire = async (deadline: 'step' | 'idle' | 'total') => {
    const cancel = await cancelOpenTurns(deadlines.grace);
    const facts = { deadline, ms: deadlines[deadline], ...place, lastFrame: lastFrame(), stderrTail: agent.stderrTail() };
    fail(
      driveErrors.deadline({
        ...facts,
        ...(cancel === undefined ? {} : { cancel }),
        ...(unmatched === undefined ? {} : { unmatched: describeFrame(unmatched) }),
      }),
    );
  };

  return {
    tap,
    cwd,
    deadlines,
    permissions,
    get failure() {
      return failure;
    },
    send(method, params) {
      const id = nextId++;
      const response = new Promise<RpcResponse>((resolve) => pending.set(keyOf(id), resolve));
      writeMessage({ id, method, params });
      return { id, response };
    },
    notify: (method, params) => writeMessage({ method, params }),
    writeBytes,
    async wait(waitPlace, body) {
      if (failure !== undefined && !isExit(failure)) throw failure;
      place = waitPlace;
      let reject!: (error: AcpError) => void;
      const failed = new Promise<never>((_, rejectFailed) => (reject = rejectFailed));
      failed.catch(() => {});
      waits.add(reject);
      // An exit between two steps has nobody to tell: the step that needs the agent is the one that fails.
      if (failure !== undefined)
        reject(
          childErrors.exited({
            exit: agent.exit ?? { exitCode: null, signal: null },
            ...place,
            lastFrame: lastFrame(),
            stderrTail: agent.stderrTail(),
          }),
        );
      const watch = watchDeadlines(
        deadlines,
        { elapsed: tap.elapsed, lastAgentByte: () => tap.lastAgentByte },
        (deadline) => void expire(deadline),
      );
      try {
        return await Promise.race([body(failed), failed]);
      } finally {
        watch.stop();
        waits.delete(reject);
      }
    },
    async quiesce(ms, limit = 1000) {
      const end = tap.elapsed() + limit;
      const start = tap.elapsed();
      for (;;) {
        const now = tap.elapsed();
        const left = Math.min(Math.max(start, tap.lastAgentByte) + ms, end) - now;
        if (left <= 0 || agent.exit !== undefined) return;
        await Promise.race([agent.exited, new Promise((resolve) => setTimeout(resolve, Math.ceil(left)))]);
      }
    },
    announce: (capabilities) => requests.announce(capabilities),
    nameSession: (id, alias) => requests.nameSession(id, alias),
    onExpiry: (cancel) => void (cancelOpenTurns = cancel),
  };
}

const isExit = (error: AcpError) => error.code === 'ACP_AGENT_EXITED';

/** Ids are told apart by type too: `"0"` is not 0. */
const keyOf = (id: unknown) => `${typeof id}:${String(id)}`;
