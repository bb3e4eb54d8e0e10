import { isAbsolute } from 'node:path';
import { createTailRing, type TailRing } from '../process/stderr-ring.js';
import { ERROR_CODES } from './methods.js';
import { RefusedRequest } from './workspace-files.js';

type Params = Readonly<Record<string, unknown>>;

/** What runs in a terminal. */
export interface TerminalProcess {
  readonly exited: Promise<{ exitCode: number | null; signal: string | null }>;
  /** Settled once all it printed was handed on. */
  readonly drained: Promise<void>;
  shutdown(grace?: number): Promise<unknown>;
}

export interface TerminalStart {
  command: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  onOutput: (bytes: Uint8Array) => void;
}

export type StartTerminal = (start: TerminalStart) => Promise<TerminalProcess>;

/** Milliseconds of each rung that ends what runs in a terminal. */
const GRACE = 200;

interface Terminal {
  process: TerminalProcess;
  output: TailRing;
  limit: number;
  exit?: { exitCode: number | null; signal: string | null };
}

/** The terminals that the client offers: `terminal/*`, each command in a process group of its own, ended with the run. */
export function createTerminals(cwd: string, start: StartTerminal) {
  const open = new Map<string, Terminal>();
  const started: Promise<TerminalProcess>[] = [];
  let last = 0;

  const of = ({ terminalId }: Params): Terminal => {
    const terminal = open.get(String(terminalId));
    if (!terminal) throw new RefusedRequest(ERROR_CODES.invalidParams, `there is no open terminal ${JSON.stringify(terminalId)}`);
    return terminal;
  };

  const serve: Readonly<Record<string, (params: Params) => Promise<unknown>>> = {
    async 'terminal/create'(params) {
      const { command, args = [], env = [], cwd: folder, outputByteLimit } = params;
      if (typeof command !== 'string') throw new RefusedRequest(ERROR_CODES.invalidParams, 'command is required');
      if (typeof folder === 'string' && !isAbsolute(folder)) throw new RefusedRequest(ERROR_CODES.invalidParams, 'cwd must be absolute');
      // Counted before anything is waited for, so that ids follow the order of the requests.
      const terminalId = `terminal-${++last}`;
      const limit = typeof outputByteLimit === 'number' ? outputByteLimit : Infinity;
      // Output is cut at a character's beginning, as the protocol asks.
      const output = createTailRing(limit);
      const starting = start({
        command: [command, ...(args as string[])],
        cwd: typeof folder === 'string' ? folder : cwd,
        env: Object.fromEntries((env as { name: string; value: string }[]).map(({ name, value }) => [name, value])),
        onOutput: output.push,
      });
      started.push(starting);
      const terminal: Terminal = { process: await starting, output, limit };
      void terminal.process.exited.then((exit) => (terminal.exit = exit));
      open.set(terminalId, terminal);
      return { terminalId };
    },
    async 'terminal/output'(params) {
      const { output, limit, exit } = of(params);
      return { output: output.text(), truncated: output.total > limit, ...(exit ? { exitStatus: exit } : {}) };
    },
    async 'terminal/wait_for_exit'(params) {
      const { process } = of(params);
      const exit = await process.exited;
      await process.drained;
      return exit;
    },
    async 'terminal/kill'(params) {
      await of(params).process.shutdown(GRACE);
      return {};
    },
    async 'terminal/release'(params) {
      const { process } = of(params);
      open.delete(String(params['terminalId']));
      await process.shutdown(GRACE);
      return {};
    },
  };

  return {
    /** What answers a request of this method; nothing where it is about no terminal. */
    handler: (method: string): ((params: Params) => Promise<unknown>) | undefined =>
      Object.hasOwn(serve, method) ? serve[method] : undefined,
    /** Ends what still runs. */
    async close(): Promise<void> {
      await Promise.all(started.map(async (starting) => (await starting.catch(() => undefined))?.shutdown(GRACE)));
    },
  };
}
