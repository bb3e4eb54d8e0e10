import { createWriteStream, existsSync } from 'node:fs';
import { execa } from 'execa';
import { childErrors, type AcpError, type BootFacts } from '../errors/index.js';
import type { AgentProcess, ProcessExit, ShutdownResult } from './agent-process.js';
import { signalGroup } from './group.js';
import { identify } from './identity.js';
import { openLedgerEntry } from './ledger.js';
import { createTailRing } from './stderr-ring.js';
import { endProcess } from './shutdown.js';

export interface BootOptions {
  /** Program and arguments; no shell is involved. */
  command: readonly string[];
  cwd: string;
  /** The whole environment of the child; nothing is added. See `allowedEnvironment`. */
  environment: Readonly<Record<string, string>>;
  /** Every chunk of stdout, as it comes. Must not throw. */
  onStdout: (chunk: Uint8Array) => void;
  /** Once, when no more stdout will come. */
  onStdoutEnd?: () => void;
  /** All of stderr is also written there. */
  stderrFile?: string;
  /** Folder of the ledger that `sweep` reads. */
  ledger?: string;
}

/** Quiet time after the exit that counts as the end of the pipes, where something else holds them open. */
const SILENCE_AFTER_EXIT = 50;
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
  const [program, ...args] = options.command;
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
    child.once('exit', (exitCode, signal) => resolve((exit = { exitCode, signal })));
  });
  // Writing to an agent that has gone fails here; its exit is what is reported.
  stdin.on('error', () => {});

  let lastOutput = performance.now();
  stdout.on('data', (chunk: Uint8Array) => {
    lastOutput = performance.now();
    options.onStdout(chunk);
  });
  const ring = createTailRing();
  const stderrFile =
    options.stderrFile === undefined ? undefined : createWriteStream(options.stderrFile, { flags: 'a' }).on('error', () => {});
  stderr.on('data', (chunk: Uint8Array) => {
    ring.push(chunk);
    stderrFile?.write(chunk);
  });
  const stdoutEnded = endOf(stdout);
  const closed = Promise.all([stdoutEnded, endOf(stderr)]).then(() => {});
  void closed.then(() => stderrFile?.end());
  let told = false;
  const tellEnd = () => {
    if (told) return;
    told = true;
    options.onStdoutEnd?.();
  };
  const drained = Promise.race([
    closed,
    exited.then(() =>
      untilSilent(
        () => lastOutput,
        () => told,
      ),
    ),
  ]).then(tellEnd);
  void stdoutEnded.then(tellEnd);

  let ending: Promise<ShutdownResult> | undefined;
  const end = async (grace: number) => {
    const result = await endProcess({ pid, stdin, exited, hasExited: () => exit !== undefined, closed, drained }, grace);
    stdout.destroy();
    stderr.destroy();
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
    stderrTail: () => ring.text(),
    exited,
    drained,
    get exit() {
      return exit;
    },
    shutdown: (grace = DEFAULT_GRACE) => (ending ??= end(grace)),
  };
}

const endOf = (stream: NodeJS.ReadableStream) =>
  new Promise<void>((resolve) => {
    stream
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
  });

/** After an exit the pipe holds no more than its buffer: once read to silence, all is read. */
async function untilSilent(lastOutput: () => number, isOver: () => boolean): Promise<void> {
  for (let last = -1; !isOver() && last !== lastOutput();) {
    last = lastOutput();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_AFTER_EXIT));
    // A busy loop fires timers late and before it reads: let it read first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function bootError(options: BootOptions, cause: unknown): AcpError {
  const facts: BootFacts = { command: options.command, cwd: options.cwd, path: options.environment['PATH'] };
  const error = cause as NodeJS.ErrnoException;
  if (!existsSync(options.cwd)) return childErrors.cwdMissing(facts, cause);
  if (error.code === 'ENOENT') return childErrors.notFound(facts, cause);
  if (error.code === 'EACCES' || error.code === 'EPERM') return childErrors.notExecutable(facts, cause);
  return childErrors.notStarted(facts, error.message, cause);
}
