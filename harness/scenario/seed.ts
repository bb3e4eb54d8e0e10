import { copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseLeavingLink } from './inventory.js';
import type { Scenario } from './scenario.js';

/**
 * Copies the scenario's workspace seed into `cwd`, with file modes and links.
 *
 * @throws AcpError `ACP_SCENARIO_SYMLINK` where a link leaves the seed: the agent would work outside its workspace.
 */
export async function seedWorkspace(scenario: Scenario, cwd: string): Promise<void> {
  if (scenario.workspaceSeed !== undefined)
    await copyTree(scenario.workspaceSeed, cwd, (link) => refuseLeavingLink(link, scenario.workspaceSeed!));
}

/** Copies a folder's contents; links are copied as written, after `checkLink`. */
export async function copyTree(from: string, to: string, checkLink: (link: string) => Promise<void>): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, checkLink);
    else if (entry.isSymbolicLink()) {
      await checkLink(source);
      await symlink(await readlink(source), target);
    } else await copyFile(source, target);
  }
}
