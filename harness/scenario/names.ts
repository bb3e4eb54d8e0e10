import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';

const NAME = /^[a-z0-9][a-z0-9._-]*$/i;

/** Names of the scenario directories of a folder, sorted. What starts with a dot is none (temporary directories, `.gitkeep`). */
export async function scenarioNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) throw scenarioErrors.folderMissing(folder);
  const names = entries.filter((entry) => !entry.name.startsWith('.') && entry.name !== 'README.md').map((entry) => entry.name);
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) throw scenarioErrors.caseCollision(join(folder, name), other);
    seen.set(name.toLowerCase(), name);
  }
  return names.sort();
}

/**
 * The directory of a scenario by name.
 *
 * @throws AcpError `ACP_SCENARIO_NAME` where the name would escape the folder.
 */
export function scenarioDirectory(folder: string, name: string): string {
  if (!NAME.test(name)) throw scenarioErrors.badName(name, folder);
  return join(folder, name);
}
