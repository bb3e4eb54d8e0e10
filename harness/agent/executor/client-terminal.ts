import type { Command, CommandEnd, RunningCommand } from '../processes/command.js';
import type { Executor } from './executor.js';

/** Terminals of the client, in which the user sees a command run. */
export interface ClientTerminals {
  create(options: { command: string; args: string[]; cwd: string; outputByteLimit: number }): Promise<string>;
  waitForExit(terminalId: string): Promise<{ exitCode?: number | null; signal?: string | null }>;
  output(terminalId: string): Promise<string>;
  kill(terminalId: string): Promise<void>;
  release(terminalId: string): Promise<void>;
}

/** Bytes of output that the client is asked to keep. */
const OUTPUT_BYTES = 1_048_576;
/** Milliseconds that the client has to end a command. */
const KILL_MS = 5_000;

/** The executor, with commands run in the client's terminals. Those beside the turns stay here: they are read piece by piece. */
export function withClientTerminals(executor: Executor, terminals: ClientTerminals | undefined): Executor {
  if (!terminals) return executor;
  return {
    ...executor,
    start: (command) => (command.timeoutMs === undefined ? executor.start(command) : inTerminal(terminals, command)),
  };
}

function inTerminal(terminals: ClientTerminals, { command, cwd, timeoutMs, onOutput, onTerminal }: Command): RunningCommand {
  let because: 'timed_out' | 'cancelled' | undefined;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const end = (reason: 'timed_out' | 'cancelled'): void => {
    because ??= reason;
    stop();
  };
  const timer = setTimeout(() => end('timed_out'), timeoutMs);

  const run = async (): Promise<CommandEnd> => {
    const args = ['--noprofile', '--norc', '-c', command];
    const terminalId = await terminals.create({ command: '/bin/bash', args, cwd, outputByteLimit: OUTPUT_BYTES });
    onTerminal?.(terminalId);
    const exit = terminals.waitForExit(terminalId);
    try {
      await Promise.race([exit, stopped]);
      if (because !== undefined) {
        await terminals.kill(terminalId);
        if (!(await within(KILL_MS, exit))) return { state: 'kill_failed', because, pids: [] };
      }
      onOutput(Buffer.from(await terminals.output(terminalId)));
      if (because === 'timed_out') return { state: 'timed_out', timeoutMs: timeoutMs as number };
      if (because === 'cancelled') return { state: 'cancelled' };
      const { exitCode, signal } = await exit;
      return typeof signal === 'string' ? { state: 'signalled', signal } : { state: 'exited', exitCode: exitCode ?? 0 };
    } finally {
      await terminals.release(terminalId);
    }
  };

  const ended = run()
    .catch((error: Error): CommandEnd => ({ state: 'start_failed', why: `the client's terminal failed: ${error.message}` }))
    .finally(() => clearTimeout(timer));
  return {
    ended,
    cancel() {
      end('cancelled');
      return ended;
    },
  };
}

async function within(ms: number, exit: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([exit.then(() => true), over]);
  } finally {
    clearTimeout(timer);
  }
}
