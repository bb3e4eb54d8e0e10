import { access, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { CASSETTE, OVERRIDE, SEED } from './inventory.js';
import { journalOf, nextOf, oldOf, parseSwapName, takenJournalOf } from './journal.js';
import { notWritable } from './not-writable.js';
import { copyTree } from './seed.js';

/** Whether an author writes a file or folder of a scenario, whatever it holds. */
export function isAuthored(name: string): boolean {
  return name === 'input.jsonl' || name === OVERRIDE || name === SEED;
}

/**
 * Whether a scenario directory holds something that was recorded: a file that no author writes, or a cassette of
 * exchanges. An authored cassette is no recording.
 */
export async function isRecorded(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((): string[] => []);
  const strangers = names.filter((name) => !isAuthored(name));
  if (strangers.some((name) => name !== CASSETTE)) return true;
  return strangers.length > 0 && !isAuthoredCassette(await readFile(join(dir, CASSETTE), 'utf8').catch(() => ''));
}

const AUTHORED = new Set<unknown>(['reply', 'error', 'hang']);

/** Whether a cassette was written by hand: each of its lines can be read, some are authored, and none is an exchange. */
export function isAuthoredCassette(text: string): boolean {
  try {
    const types = text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { type?: unknown }).type);
    return types.some((type) => AUTHORED.has(type)) && !types.includes('exchange');
  } catch {
    return false;
  }
}

export interface WriteScenarioOptions {
  /** Replace a scenario that is already recorded. */
  overwrite?: boolean;
}

/**
 * Writes a whole scenario directory, so that at any moment, under a kill too, either the old or the new one is found
 * (after {@link rollForward}). `files` are all files but the workspace seed, which is carried over.
 *
 * @throws AcpError `ACP_SCENARIO_EXISTS` where it is recorded already and `overwrite` is not set,
 * `ACP_SCENARIO_NOT_WRITABLE` where the disk refuses; nothing has changed then.
 */
export async function writeScenario(
  dir: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: WriteScenarioOptions = {},
): Promise<void> {
  const folder = dirname(dir);
  const next = nextOf(dir, process.pid);
  try {
    await mkdir(folder, { recursive: true });
    await rollForward(folder);
    if (!options.overwrite && (await isRecorded(dir))) throw scenarioErrors.exists(dir);
    for (const [name, bytes] of files) await writeDurably(join(next, name), bytes);
    await lstat(join(dir, SEED)).then(() => copyTree(join(dir, SEED), join(next, SEED), async () => {}), ignoreMissing);
    await commit(journalOf(dir));
  } catch (error) {
    await rm(next, { recursive: true, force: true }).catch(() => {});
    throw notWritable(dir, error);
  }
  await finishSwap(dir, process.pid, journalOf(dir)).catch((error: Error) => {
    throw Object.assign(scenarioErrors.swapRefused(dir, error.message), { cause: error });
  });
}

/**
 * Finishes every swap of a folder that was interrupted, and removes what an interrupted writer left before its
 * journal stood. Leaves living writers alone. Returns the names of the scenarios whose swap it finished.
 *
 * @throws AcpError `ACP_SCENARIO_NOT_WRITABLE` where the disk refuses
 */
export async function rollForward(folder: string): Promise<string[]> {
  try {
    return await finishAll(folder);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

async function finishAll(folder: string): Promise<string[]> {
  const finished: string[] = [];
  const busy = new Set<string>();
  for (const { name, swap } of await swapsIn(folder)) {
    if (swap.role !== 'swap') continue;
    if (await takeOver(join(folder, name), join(folder, swap.scenario), swap.pid)) finished.push(swap.scenario);
    else busy.add(swap.scenario);
  }
  const left = await swapsIn(folder);
  // A swap that another command is finishing needs what the dead writer left.
  for (const { swap } of left) if (swap.role === 'swap') busy.add(swap.scenario);
  for (const { name, swap } of left) {
    if (swap.pid === undefined || busy.has(swap.scenario) || isLiveStranger(swap.pid)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
  return finished;
}

async function swapsIn(folder: string): Promise<{ name: string; swap: NonNullable<ReturnType<typeof parseSwapName>> }[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.flatMap((name) => {
    const swap = parseSwapName(name);
    return swap ? [{ name, swap }] : [];
  });
}

/** Several commands may open a folder at once: whoever renames the journal finishes the swap, alone. */
async function takeOver(journal: string, dir: string, owner: number | undefined): Promise<boolean> {
  const text = await readFile(journal, 'utf8').catch(ignoreMissing);
  if (text === undefined) return false;
  const writer = Number(text);
  if (isLiveStranger(owner ?? writer)) return false;
  const taken = takenJournalOf(dir, process.pid);
  const isMine = await rename(journal, taken).then(() => true, ignoreMissing);
  if (isMine) await finishSwap(dir, writer, taken);
  return isMine === true;
}

/** Each step can be repeated: which ones are done is read off the disk. */
async function finishSwap(dir: string, pid: number, journal: string): Promise<void> {
  const [next, old] = [nextOf(dir, pid), oldOf(dir, pid)];
  if (await exists(next)) {
    if (await exists(dir)) {
      await rm(old, { recursive: true, force: true });
      await rename(dir, old);
    }
    await rename(next, dir);
  }
  await rm(old, { recursive: true, force: true });
  await rm(journal, { force: true });
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
