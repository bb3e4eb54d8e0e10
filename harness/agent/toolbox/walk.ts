import type { ToolContext } from './tool.js';

/** Folders that hold no work of the user's. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Paths of the files below a folder, `/`-separated from it and sorted. Symbolic links are not followed. */
export async function* walkFiles(
  folder: string,
  { executor, signal }: Pick<ToolContext, 'executor' | 'signal'>,
  prefix = '',
): AsyncGenerator<string> {
  for (const { name, kind } of await executor.list(prefix === '' ? folder : `${folder}/${prefix}`)) {
    signal.throwIfAborted();
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (kind === 'file') yield path;
    else if (kind === 'folder' && !SKIPPED.has(name)) yield* walkFiles(folder, { executor, signal }, path);
  }
}

/** A glob as a regular expression: `*` and `?` stay inside one name, `**` passes folders, `{a,b}` is one of them. */
export function globPattern(glob: string): RegExp {
  let source = '';
  let braces = 0;
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] as string;
    if (glob.startsWith('**/', at)) {
      source += '(?:.*/)?';
      at += 2;
    } else if (glob.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{' && glob.includes('}', at)) {
      braces++;
      source += '(?:';
    } else if (character === '}' && braces > 0) {
      braces--;
      source += ')';
    } else if (character === ',' && braces > 0) source += '|';
    else source += character.replace(/[.+^${}()|[\]\\]/u, '\\$&');
  }
  return new RegExp(`^${source}$`, 'u');
}

/** A glob without a slash means the name alone, wherever it stands. */
export const fileMatcher = (glob: string): ((path: string) => boolean) => {
  const pattern = globPattern(glob.includes('/') ? glob : `**/${glob}`);
  return (path) => pattern.test(path);
};
