import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../environment.js';
import { workspaceFolder } from '../session/store.js';

/** A sub-agent's copy of its parent's folder. */
export interface Workspace {
  /** Where the sub-agent works. */
  work: string;
  /** The folder as it was when the work began: what both sides are compared with. */
  base: string;
}

/** Copies a folder for a sub-agent, and keeps a second copy as the base. Copies of an earlier run are replaced. */
export async function createWorkspace(session: string, folder: string): Promise<Workspace> {
  const own = workspaceFolder(session);
  await rm(own, { recursive: true, force: true });
  const workspace = { work: join(own, 'work'), base: join(own, 'base') };
  await copyTree(folder, workspace.base);
  // From the base, so that both copies are of one moment.
  await copyTree(workspace.base, workspace.work);
  return workspace;
}

export const removeWorkspace = (session: string): Promise<void> => rm(workspaceFolder(session), { recursive: true, force: true });

/** Files and links, with their bits. Sockets and the like stay where they are, and so does the agent's own state. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (source === stateFolder()) continue;
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
  }
}
