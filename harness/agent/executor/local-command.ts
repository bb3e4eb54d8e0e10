import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { commandEnvironment } from '../environment.js';
import { OutputBuffer } from './output-buffer.js';
import type { Command, CommandResult } from './executor.js';

/** Milliseconds between the rungs of the ladder that ends a command: SIGTERM, SIGKILL, giving up its pipes. */
const GRACE_MS = 500;

/**
 * Runs a line in a fresh bash that reads no start-up files, in a process group of its own and with a small environment
 * of its own. The group ends with the command: what it left in the background does not stay.
 */
export async function runCommand({ command, cwd, timeoutMs, outputCharacters, signal }: Command): Promise<CommandResult> {
  signal.throwIfAborted();
  const child = spawnShell(command, cwd);
  const output = new OutputBuffer(outputCharacters);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const ended = endOf(child);
  let timedOut = false;
  const stop = (): void => endGroup(child);
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await ended;
    signal.throwIfAborted();
    return { output: output.text(), timedOut, cut: output.cut, ...(exitCode === undefined || timedOut ? {} : { exitCode }) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function spawnShell(command: string, cwd: string): ChildProcess {
  const options = {
    cwd,
    env: commandEnvironment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'ignore'] as ('ignore' | 'pipe')[],
    windowsHide: true,
  };
  const shell = existsSync('/bin/bash') ? ['/bin/bash', '--noprofile', '--norc', '-c', command] : ['sh', '-c', command];
  // The outer shell only joins stderr to stdout, so that both arrive in the order they were written, and is gone then.
  return spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', ...shell], options);
}

/** The exit code, once the output was read to its end or its pipe was given up. */
function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      signalGroup(child, 'SIGKILL');
      // Something that left the group may hold the pipe for good.
      const drained = setTimeout(() => child.stdout?.destroy(), GRACE_MS);
      child.once('close', () => {
        clearTimeout(drained);
        resolve(code ?? undefined);
      });
    });
  });
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  const kill = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  child.once('exit', () => clearTimeout(kill));
}

function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}
