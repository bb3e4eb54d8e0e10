import { access, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { OVERRIDE, SEED } from './inventory.js';
import { journalOf, nextOf, oldOf, parseSwapName } from './journal.js';
import { copyTree } from './seed.js';

/** Whether an author writes a file or folder of a scenario. A directory with nothing else was not recorded yet. */
export function isAuthored(name: string): boolean {
  return name === 'input.jsonl' || name === OVERRIDE || name === SEED;
}

export interface WriteScenarioOptions {
  /** Replace a scenario that is already recorded. */
  overwrite?: boolean;
}

/**
 * Writes a whole scenario directory, so that at any moment, under a kill too, either the old or the new one is found
 * (after {@link rollForward}). `files` are all files but the workspace seed, which is carried over.
 *
 * @throws AcpError `ACP_SCENARIO_EXISTS` where it is recorded already and `overwrite` is not set.
 */
export async function writeScenario(
  dir: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: WriteScenarioOptions = {},
): Promise<void> {
  const folder = dirname(dir);
  await mkdir(folder, { recursive: true });
  await rollForward(folder);
  if (!options.overwrite && (await readdir(dir).catch((): string[] => [])).some((name) => !isAuthored(name)))
    throw scenarioErrors.exists(dir);
  const next = nextOf(dir, process.pid);
  for (const [name, bytes] of files) await writeDurably(join(next, name), bytes);
  await lstat(join(dir, SEED)).then(() => copyTree(join(dir, SEED), join(next, SEED), async () => {}), ignoreMissing);
  await commit(journalOf(dir));
  await finishSwap(dir, process.pid);
}

/**
 * Finishes every swap of a folder that was interrupted, and removes what an interrupted writer left before its
 * journal stood. Leaves living writers alone. Returns the names of the scenarios whose swap it finished.
 */
export async function rollForward(folder: string): Promise<string[]> {
  const found = (await readdir(folder).catch((): string[] => [])).map((name) => ({ name, swap: parseSwapName(name) }));
  const finished: string[] = [];
  for (const { name, swap } of found) {
    if (swap?.role !== 'swap') continue;
    const pid = Number(await readFile(join(folder, name), 'utf8').catch(() => ''));
    if (isLiveStranger(pid)) continue;
    await finishSwap(join(folder, swap.scenario), pid);
    finished.push(swap.scenario);
  }
  for (const { name, swap } of found) {
    if (swap?.pid !== undefined && !isLiveStranger(swap.pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
  return finished;
}

/** Each step can be repeated: which ones are done is read off the disk. */
async function finishSwap(dir: string, pid: number): Promise<void> {
  const [next, old] = [nextOf(dir, pid), oldOf(dir, pid)];
  if (await exists(next)) {
    if (await exists(dir)) {
      await rm(old, { recursive: true, force: true });
      await rename(dir, old);
    }
    await rename(next, dir);
  }
  await rm(old, { recursive: true, force: true });
  await rm(journalOf(dir), { force: true });
}

/** The journal's appearance is the moment from which the new directory counts. */
async function commit(journal: string): Promise<void> {
  const draft = join(dirname(journal), `${basename(journal).replace('.acp-swap', '.acp-next')}.${process.pid}`, '.journal');
  await writeDurably(draft, Buffer.from(String(process.pid)));
  await rename(draft, journal);
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isLiveStranger(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
