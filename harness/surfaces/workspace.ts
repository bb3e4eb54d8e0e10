import type { ActualFile } from './actual.js';

/** Folder of a scenario directory that holds what a run left. */
export const WORKSPACE_FOLDER = 'workspace.expected/';
const MANIFEST = '.manifest.json';
/** From this size on a hash stands for the bytes. */
const BIGGEST_KEPT = 256 * 1024;

/** A file that a run left, as the harvest found it. */
export interface LeftFile {
  readonly root: 'cwd' | 'home' | 'tmp' | 'blobs';
  /** Path below the root, `/`-separated; of a blob, its number in the session logs. */
  readonly path: string;
  readonly content: Uint8Array;
  /** Where it is a symbolic link: what it points at. `content` is then empty. */
  readonly link?: string;
}

export interface WorkspaceContext {
  /** Replaces paths (`createPathNormalizer`), in text files and in the targets of links. */
  readonly text: (text: string) => string;
  /** Hexadecimal SHA-256; handed in, for this floor knows no Node module. */
  readonly sha256: (content: Uint8Array) => string;
  /** What the profile lets the agent leave below HOME and TMPDIR: paths such as `.agent`, `{{home}}/.agent` or `{{tmp}}/cache`. */
  readonly state?: readonly string[] | undefined;
}

/**
 * The files a run left, below `workspace.expected/`: those of the cwd by their own paths, what appeared in HOME below
 * `.home/` and in TMPDIR below `.tmp/`, outside the profile's declared state, and what session logs keep beside them
 * below `.blobs/`. A file of the cwd whose first name is one of these gets a `~` behind it. Text files have their paths replaced; a link is a text that names its target; a file
 * over 256 KiB stands in `.manifest.json` with size and hash. An empty workspace gives no file.
 */
export function workspaceSurface(left: readonly LeftFile[], { text, sha256, state = [] }: WorkspaceContext): ActualFile[] {
  const files: ActualFile[] = [];
  const big: Record<string, { size: number; sha256: string }> = {};
  const named = left.filter((file) => !isStateFile(file, state)).map((file) => ({ file, name: nameOf(file) }));
  for (const { file, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const content = file.link === undefined ? normalizeContent(file.content, text) : encode(`link to ${text(file.link)}\n`);
    if (content.length > BIGGEST_KEPT) big[name] = { size: content.length, sha256: sha256(content) };
    else files.push({ name: WORKSPACE_FOLDER + name, content });
  }
  if (Object.keys(big).length > 0) {
    files.push({ name: WORKSPACE_FOLDER + MANIFEST, content: encode(`${JSON.stringify({ schema: 1, files: big }, null, 2)}\n`) });
  }
  return files;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Text as UTF-8 without NUL; undefined where the bytes are something else. A byte order mark stays. */
export function decodeText(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

function normalizeContent(content: Uint8Array, text: (text: string) => string): Uint8Array {
  const decoded = decodeText(content);
  if (decoded === undefined) return content;
  const normalized = text(decoded);
  return normalized === decoded ? content : encode(normalized);
}

function nameOf({ root, path }: LeftFile): string {
  if (root !== 'cwd') return `.${root}/${path}`;
  return path.replace(/^(\.home|\.tmp|\.blobs|\.manifest\.json)(~*)(?=\/|$)/, '$1$2~');
}

export function isStateFile({ root, path }: LeftFile, state: readonly string[]): boolean {
  if (root === 'cwd' || root === 'blobs') return false;
  return state.some((entry) => {
    const declared = entry.replace(/^\{\{(home|tmp)\}\}\//, (_, name) => (name === root ? '' : '\0')).replace(/\/+$/, '');
    return path === declared || path.startsWith(`${declared}/`);
  });
}
