import { lstat, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { surfaceOf } from './declared.js';
import type { Scenario } from './scenario.js';

/** What a write did, by file name. */
export interface WriteResult {
  written: string[];
  removed: string[];
}

/**
 * Writes or removes (`undefined`) expected files of a scenario, each atomically, and nothing where the bytes are
 * equal. Updates `scenario.files.expected` alike.
 *
 * @throws AcpError `ACP_SCENARIO_WRITE` for any other file: a replay source is only recorded.
 */
export async function writeExpected(scenario: Scenario, files: ReadonlyMap<string, Uint8Array | undefined>): Promise<WriteResult> {
  for (const name of files.keys()) {
    if (surfaceOf(name) === undefined || name.includes('\\') || name.split('/').some((part) => part === '' || part === '.' || part === '..')) throw scenarioErrors.notExpected(join(scenario.dir, name));
  }
  const result: WriteResult = { written: [], removed: [] };
  // Removals first: a file may give way to a directory of its name.
  for (const [name, bytes] of files) if (bytes === undefined && (await remove(scenario, name))) result.removed.push(name);
  for (const [name, bytes] of files) if (bytes !== undefined && (await write(scenario, name, bytes))) result.written.push(name);
  return result;
}

async function write(scenario: Scenario, name: string, bytes: Uint8Array): Promise<boolean> {
  const file = join(scenario.dir, name);
  scenario.files.expected.set(name, bytes);
  if ((await readFile(file).catch(() => undefined))?.equals(bytes)) return false;
  await mkdir(dirname(file), { recursive: true });
  // Beside the scenario, not in it: a kill must not leave a file that the loader refuses. Same folder, so that the rename is atomic.
  const draft = join(dirname(scenario.dir), `.${scenario.name}.acp-next.${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await writeFile(draft, bytes);
  await rename(draft, file);
  return true;
}

async function remove(scenario: Scenario, name: string): Promise<boolean> {
  const file = join(scenario.dir, name);
  scenario.files.expected.delete(name);
  if (!(await lstat(file).catch(() => undefined))) return false;
  await rm(file, { recursive: true });
  await pruneEmpty(dirname(file), scenario.dir);
  return true;
}

/** git keeps no empty directory, so none may stay here either. */
async function pruneEmpty(dir: string, top: string): Promise<void> {
  if (dir === top || !dir.startsWith(top)) return;
  const emptied = await rmdir(dir).then(
    () => true,
    () => false,
  );
  if (emptied) await pruneEmpty(dirname(dir), top);
}
