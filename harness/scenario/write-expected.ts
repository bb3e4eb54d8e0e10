import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { surfaceOf } from './declared.js';
import { FAULTS } from './inventory.js';
import type { Scenario } from './scenario.js';
import { notWritable } from './not-writable.js';

/** What a write did, by file name. */
export interface WriteResult {
  written: string[];
  removed: string[];
}

/**
 * Writes or removes (`undefined`) expected files of a scenario, each atomically, all or none, and nothing where the
 * bytes are equal. Updates `scenario.files.expected` alike. Synchronous, because the matchers that call it are: a
 * forgotten `await` must not lose a write or a failure.
 *
 * @throws AcpError `ACP_SCENARIO_WRITE` for any other file: a replay source is only recorded;
 * `ACP_SCENARIO_NOT_WRITABLE` where the disk refuses.
 */
export function writeExpected(scenario: Scenario, files: ReadonlyMap<string, Uint8Array | undefined>): WriteResult {
  for (const name of files.keys()) {
    if (
      (surfaceOf(name) === undefined && name !== FAULTS) ||
      name.includes('\\') ||
      name.split('/').some((part) => part === '' || part === '.' || part === '..')
    )
      throw scenarioErrors.notExpected(join(scenario.dir, name));
  }
  // Beside the scenario, not in it: a kill must not leave a file that the loader refuses. Same folder, so that a rename is atomic.
  const drafts = join(dirname(scenario.dir), `.${scenario.name}.acp-next.${process.pid}`);
  let result: WriteResult;
  try {
    result = writeAll(scenario.dir, files, drafts);
  } catch (error) {
    throw notWritable(scenario.dir, error);
  }
  for (const [name, bytes] of files) {
    // Of no surface: nothing that compares a run asks for it.
    if (name === FAULTS) continue;
    if (bytes === undefined) scenario.files.expected.delete(name);
    else scenario.files.expected.set(name, bytes);
  }
  return result;
}

function writeAll(dir: string, files: ReadonlyMap<string, Uint8Array | undefined>, drafts: string): WriteResult {
  const changed = [...files].filter(([name, bytes]) => !holds(join(dir, name), bytes));
  if (changed.length === 0) return { written: [], removed: [] };
  const before = new Map(changed.map(([name]) => [name, read(join(dir, name))]));
  try {
    rmSync(drafts, { recursive: true, force: true });
    mkdirSync(drafts);
    // All of them first: where there is no room or no right to write, nothing has changed yet.
    for (const [index, [, bytes]] of changed.entries()) if (bytes !== undefined) writeFileSync(join(drafts, String(index)), bytes);
    put(dir, changed, drafts);
  } catch (error) {
    const news = [...before].filter(([, bytes]) => bytes === undefined);
    for (const [name, bytes] of [...news, ...before]) restore(dir, name, bytes);
    throw error;
  } finally {
    removeQuietly(drafts);
  }
  const names = (isGone: boolean): string[] => changed.filter(([, bytes]) => (bytes === undefined) === isGone).map(([name]) => name);
  return { written: names(false), removed: names(true) };
}

/** Removals first: a file may give way to a directory of its name. */
function put(dir: string, files: readonly (readonly [string, Uint8Array | undefined])[], drafts: string): void {
  for (const [name, bytes] of files) {
    if (bytes !== undefined) continue;
    rmSync(join(dir, name), { recursive: true });
    pruneEmpty(dirname(join(dir, name)), dir);
  }
  for (const [index, [name, bytes]] of files.entries()) {
    if (bytes === undefined) continue;
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    renameSync(join(drafts, String(index)), join(dir, name));
  }
}

/** A write that broke in the middle is taken back as far as the disk lets it; its own error is the one that is told. */
function restore(dir: string, name: string, bytes: Uint8Array | undefined): void {
  const file = join(dir, name);
  try {
    if (holds(file, bytes) || lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) return;
    rmSync(file, { force: true });
    if (bytes === undefined) return pruneEmpty(dirname(file), dir);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  } catch {
    // What cannot be written cannot be restored either.
  }
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next command that opens the scenario folder removes it.
  }
}

/** Whether a file has these bytes, or with `undefined` is not there. */
function holds(file: string, bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined) return !lstatSync(file, { throwIfNoEntry: false });
  return read(file)?.equals(bytes) ?? false;
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** git keeps no empty directory, so none may stay here either. */
function pruneEmpty(dir: string, top: string): void {
  if (dir === top || !dir.startsWith(top) || !existsSync(dir) || readdirSync(dir).length > 0) return;
  rmdirSync(dir);
  pruneEmpty(dirname(dir), top);
}
