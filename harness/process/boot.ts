import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { childErrors, type AcpError, type BootFacts } from '../errors/index.js';
import type { AgentProcess, ProcessExit, ShutdownResult } from './agent-process.js';
import { findProgram } from './find-program.js';
import { groupRuns, signalGroup } from './group.js';
import { identify } from './identity.js';
import { openLedgerEntry } from './ledger.js';
import { drainPipes, type PipeOptions } from './pipes.js';
import { endProcess } from './shutdown.js';

export interface BootOptions extends PipeOptions {
  /** Program and arguments; no shell is involved. */
  command: readonly string[];
  cwd: string;
  /** The whole environment of the child; nothing is added. See `allowedEnvironment`. */
  environment: Readonly<Record<string, string>>;
  /** Put in front of the command: what seals it in a network of its own. See `openNetwork`. */
  enter?: readonly string[];
  /** Folder of the ledger that `sweep` reads. */
  ledger?: string;
}

const DEFAULT_GRACE = 2000;

/** Groups that run now; a worker that ends by process.exit takes them with it. */
const running = new Set<number>();
let exitHook = false;

function endWithThisProcess(pid: number): void {
  running.add(pid);
  if (exitHook) return;
  exitHook = true;
  process.once('exit', () => running.forEach((group) => signalGroup(group, 'SIGKILL')));
}

/**
 * Boots the agent's real command in its own process group.
 *
 * @throws AcpError ACP_AGENT_NOT_FOUND, ACP_AGENT_NOT_EXECUTABLE, ACP_AGENT_CWD, ACP_AGENT_NOT_STARTED
 * @example
 * const tap = createTap();
 * const agent = await bootAgent({ command: ['my-agent', 'acp'], cwd, environment, onStdout: tap.agentBytes, onStdoutEnd: tap.agentEnd });
 */
export async function bootAgent(options: BootOptions): Promise<AgentProcess> {
  const [program, ...args] = commandLine(options);
  if (program === undefined) throw childErrors.noCommand();
  const child = execa(program, args, {
    cwd: options.cwd,
    env: options.environment,
    extendEnv: false,
    // Its own group, so that whatever it starts can be ended with it.
    detached: process.platform !== 'win32',
    cleanup: false,
    buffer: false,
    encoding: 'buffer',
    reject: false,
    windowsHide: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  const failed = child.then((result) => result.cause ?? result);
  if (pid === undefined || stdin === null || stdout === null || stderr === null) throw bootError(options, await failed);
  endWithThisProcess(pid);
  const entry = options.ledger === undefined ? undefined : openLedgerEntry(options.ledger, { child: identify(pid) });

  let exit: ProcessExit | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      // A group that has ended with its leader leaves its id to others.
      if (!groupRuns(pid)) running.delete(pid);
      resolve((exit = { exitCode, signal }));
    });
  });
  // Writing to an agent that has gone fails here; its exit is what is reported.
  stdin.on('error', () => {});

  const pipes = drainPipes({ stdout, stderr }, exited, options);

  let ending: Promise<ShutdownResult> | undefined;
  const end = async (grace: number) => {
    const result = await endProcess({ pid, stdin, exited, hasExited: () => exit !== undefined, ...pipes }, grace);
    pipes.release();
    running.delete(pid);
    entry?.close();
    return result;
  };
  return {
    pid,
    command: options.command,
    write: (bytes) =>
      new Promise((resolve) => {
        if (!stdin.writable) resolve(false);
        else stdin.write(bytes, (error) => resolve(error === null || error === undefined));
      }),
    stderrTail: pipes.stderrTail,
    exited,
    drained: pipes.drained,
    get exit() {
      return exit;
    },
    shutdown: (grace = DEFAULT_GRACE) => (ending ??= end(grace)),
  };
}

/** A launcher in front would tell of a missing program in words of its own: it is looked for first. */
function commandLine(options: BootOptions): readonly string[] {
  const { command, cwd, environment, enter = [] } = options;
  const [program] = command;
  if (enter.length === 0 || program === undefined) return command;
  try {
    findProgram(program, cwd, environment['PATH']);
  } catch (error) {
    throw bootError(options, error);
  }
  return [...enter, ...command];
}

function bootError(options: BootOptions, cause: unknown): AcpError {
  const facts: BootFacts = { command: options.command, cwd: options.cwd, path: options.environment['PATH'] };
  const error = cause as NodeJS.ErrnoException;
  if (!existsSync(options.cwd)) return childErrors.cwdMissing(facts, cause);
  if (error.code === 'ENOENT') return childErrors.notFound(facts, cause);
  if (error.code === 'EACCES' || error.code === 'EPERM') return childErrors.notExecutable(facts, cause);
  return childErrors.notStarted(facts, error.message, cause);
}
