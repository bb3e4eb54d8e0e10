import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
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
 * equal. Updates `scenario.files.expected` alike. Synchronous, because the matchers that call it are: a forgotten
 * `await` must not lose a write or a failure.
 *
 * @throws AcpError `ACP_SCENARIO_WRITE` for any other file: a replay source is only recorded.
 */
export function writeExpected(scenario: Scenario, files: ReadonlyMap<string, Uint8Array | undefined>): WriteResult {
  for (const name of files.keys()) {
    if (
      surfaceOf(name) === undefined ||
      name.includes('\\') ||
      name.split('/').some((part) => part === '' || part === '.' || part === '..')
    )
      throw scenarioErrors.notExpected(join(scenario.dir, name));
  }
  const result: WriteResult = { written: [], removed: [] };
  // Removals first: a file may give way to a directory of its name.
  for (const [name, bytes] of files) if (bytes === undefined && remove(scenario, name)) result.removed.push(name);
  for (const [name, bytes] of files) if (bytes !== undefined && write(scenario, name, bytes)) result.written.push(name);
  return result;
}

function write(scenario: Scenario, name: string, bytes: Uint8Array): boolean {
  const file = join(scenario.dir, name);
  scenario.files.expected.set(name, bytes);
  if (holds(file, bytes)) return false;
  mkdirSync(dirname(file), { recursive: true });
  // Beside the scenario, not in it: a kill must not leave a file that the loader refuses. Same folder, so that the rename is atomic.
  const draft = join(dirname(scenario.dir), `.${scenario.name}.acp-next.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(draft, bytes);
  renameSync(draft, file);
  return true;
}

function holds(file: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

function remove(scenario: Scenario, name: string): boolean {
  const file = join(scenario.dir, name);
  scenario.files.expected.delete(name);
  if (!lstatSync(file, { throwIfNoEntry: false })) return false;
  rmSync(file, { recursive: true });
  pruneEmpty(dirname(file), scenario.dir);
  return true;
}

/** git keeps no empty directory, so none may stay here either. */
function pruneEmpty(dir: string, top: string): void {
  if (dir === top || !dir.startsWith(top) || readdirSync(dir).length > 0) return;
  rmdirSync(dir);
  pruneEmpty(dirname(dir), top);
}
