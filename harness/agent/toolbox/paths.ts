import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ExecutorError, type Executor } from '../executor/executor.js';

/** The absolute form of a path that the model gave. */
export const absolutePath = (path: string, cwd: string): string => resolve(cwd, path);

/** The path as a title shows it: below the session's folder without that folder's own path. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, absolutePath(path, cwd));
  return shown === '' ? '.' : isOutside(shown) ? path : shown.split(sep).join('/');
}

/**
 * The absolute path, once it is certain that it lies in the session's folder, symbolic links followed.
 *
 * @throws ExecutorError `denied`.
 */
export async function confinedPath(path: string, cwd: string, executor: Executor): Promise<string> {
  const absolute = absolutePath(path, cwd);
  const [root, target] = await Promise.all([executor.realPath(cwd), executor.realPath(absolute)]);
  if (isOutside(relative(root, target))) throw new ExecutorError('denied', `Refused: ${path} is outside the session's folder`);
  return absolute;
}

const isOutside = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
