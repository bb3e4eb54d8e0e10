import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { childErrors } from '../errors/index.js';
import type { SandboxFolders } from './environment.js';
import { endProcessesIn } from './escapees.js';
import { openLedgerEntry } from './ledger.js';

/** Every temporary folder of ours starts with it: a sweep removes no other. */
export const SANDBOX_PREFIX = 'playwright-acp-';

export interface Sandbox extends SandboxFolders {
  /**
   * Ends processes that still work in it, then removes it all, also what the agent made read-only. Retried. Harmless
   * when called twice.
   * @returns pids of the processes ended: they had left the agent's process group
   * @throws AcpError ACP_SANDBOX_NOT_REMOVED
   */
  remove(): Promise<number[]>;
}

export interface SandboxOptions {
  /** Folder of the ledger, so that a sweep finds the sandbox of a killed worker. */
  ledger?: string;
  /** Where it is made; the system's temporary folder where absent. */
  parent?: string;
}

/**
 * Makes the temporary folders of one run: `cwd`, `home`, `tmp`, `run` below one root.
 *
 * @param prefix part of the folder's name, e.g. the scenario; other characters than letters, digits, `.`, `_`, `-` are dropped
 * @example
 * const sandbox = await createSandbox('text-turn', { ledger });
 * try { … } finally { await sandbox.remove(); }
 */
export async function createSandbox(prefix: string, options: SandboxOptions = {}): Promise<Sandbox> {
  const parent = await realpath(options.parent ?? os.tmpdir());
  const name = prefix.replace(/[^\w.-]/g, '').slice(0, 40);
  const root = path.join(parent, `${SANDBOX_PREFIX}${name}-${randomBytes(6).toString('hex')}`);
  const entry = options.ledger === undefined ? undefined : openLedgerEntry(options.ledger, { folder: root });
  const folders = {
    root,
    cwd: path.join(root, 'cwd'),
    home: path.join(root, 'home'),
    tmp: path.join(root, 'tmp'),
    run: path.join(root, 'run'),
  };
  await mkdir(root, { mode: 0o700 });
  for (const folder of [folders.cwd, folders.home, folders.tmp, folders.run]) await mkdir(folder, { mode: 0o700 });
  return {
    ...folders,
    async remove() {
      const ended = endProcessesIn(root);
      await removeFolder(root);
      entry?.close();
      return ended;
    },
  };
}

/** Removes a folder of ours; what stands in the way (a read-only folder, a file still held open on Windows) is retried. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    await makeWritable(folder);
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    } catch (error) {
      throw childErrors.sandboxNotRemoved(folder, error);
    }
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {});
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await makeWritable(path.join(folder, entry.name));
}
