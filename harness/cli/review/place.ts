import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

export interface Boundary {
  /** Folder of the Playwright config: directories in a report start there. */
  root: string;
  /** Nothing outside these is written. */
  within: readonly string[];
}

/**
 * The local directory that a report means, links resolved; undefined where it leads out of the folders that a review
 * may write in, or does not exist.
 */
export async function scenarioPlace(directory: string, { root, within }: Boundary): Promise<string | undefined> {
  if (isAbsolute(directory) || /^[a-z]:|[\\\0]/i.test(directory)) return undefined;
  const wanted = resolve(root, directory);
  const real = await realpath(wanted).catch(() => undefined);
  if (real === undefined) return undefined;
  const allowed = await Promise.all(within.map((folder) => realpath(folder)));
  return allowed.some((folder) => isInside(folder, real)) ? real : undefined;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
