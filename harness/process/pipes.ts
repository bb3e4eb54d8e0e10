import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ProcessExit } from './agent-process.js';
import { createTailRing } from './stderr-ring.js';

export interface PipeOptions {
  /** Every chunk of stdout, as it comes. Must not throw. */
  onStdout: (chunk: Uint8Array) => void;
  /** Once, when no more stdout will come. */
  onStdoutEnd?: () => void;
  /** All of stderr is also written there. */
  stderrFile?: string;
}

/** Both output pipes of a child, read from the first byte: a pipe that nobody reads blocks its writer. */
export interface DrainedPipes {
  /** Settled when both are closed; never while something else holds one open. */
  closed: Promise<void>;
  /** Settled when all that the child wrote was read. */
  drained: Promise<void>;
  stderrTail(): string;
  /** Lets go of pipes that something else holds open. */
  release(): void;
}

/** Quiet time after the exit that counts as the end of the pipes, where something else holds them open. */
const SILENCE_AFTER_EXIT = 50;
/** Something else that goes on talking into them is not listened to for longer. */
const DRAIN_LIMIT = 1000;

export function drainPipes(
  child: { stdout: Readable; stderr: Readable },
  exited: Promise<ProcessExit>,
  options: PipeOptions,
): DrainedPipes {
  const { stdout, stderr } = child;
  const ring = createTailRing();
  const file = options.stderrFile === undefined ? undefined : createWriteStream(options.stderrFile, { flags: 'a' }).on('error', () => {});
  let reads = 0;
  stdout.on('data', (chunk: Uint8Array) => {
    reads++;
    options.onStdout(chunk);
  });
  stderr.on('data', (chunk: Uint8Array) => {
    reads++;
    ring.push(chunk);
    file?.write(chunk);
  });

  let told = false;
  const tellEnd = () => {
    if (!told) options.onStdoutEnd?.();
    told = true;
  };
  void endOf(stdout).then(tellEnd);
  const closed = Promise.all([endOf(stdout), endOf(stderr)])
    .then(() => file?.end())
    .then(() => {});
  const silent = exited.then(() => untilSilent(() => reads));
  return {
    closed,
    drained: Promise.race([closed, silent]).then(tellEnd),
    stderrTail: ring.text,
    release() {
      stdout.destroy();
      stderr.destroy();
    },
  };
}

const endOf = (stream: Readable) =>
  new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
  });

/** After an exit a pipe holds no more than its buffer: once read to silence, all is read. */
async function untilSilent(reads: () => number): Promise<void> {
  const end = performance.now() + DRAIN_LIMIT;
  for (let last = -1; last !== reads() && performance.now() < end;) {
    last = reads();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_AFTER_EXIT));
    // A busy loop fires timers late and before it reads: let it read first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
