import type { ReplayPlan } from '../schema/index.js';
import type { Counts } from './counts.js';
import { AFTER, BEFORE, posixPattern, windowsPattern } from './path-patterns.js';

type PathName = keyof ReplayPlan['bindings'];

export const PATH_REASONS: Record<PathName, string> = {
  cwd: 'each run has a fresh working folder',
  home: 'each run has a fresh HOME',
  tmp: 'each run has a fresh TMPDIR',
};

const WINDOWS = /^(?:\\\\\?\\)?[A-Za-z]:[\\/]/;

interface Binding {
  readonly name: PathName;
  readonly path: string;
}

/** Longest first, so that a folder inside another one gets its own token. Empty paths and the root bind nothing. */
function sortedBindings(bindings: ReplayPlan['bindings']): Binding[] {
  const all = (['cwd', 'home', 'tmp'] as const).flatMap((name) =>
    bindings[name].map((path) => ({ name, path: path.replace(/[\\/]+$/, '') })),
  );
  const seen = new Set<string>();
  return all
    .filter(({ path }) => path !== '' && !/^[A-Za-z]:$/.test(path) && !seen.has(path) && seen.add(path))
    .toSorted((a, b) => b.path.length - a.path.length);
}

/** Longest plain run of letters and digits: text without it cannot hold the path in any spelling. */
function landmark(path: string): string {
  return (path.match(/[A-Za-z0-9]+/g) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** Where the path was spelled with backslashes, the rest of it gets slashes: expected files are the same on every system. */
function slashTail(tail: string, separator: string | undefined): string {
  return separator?.startsWith('\\') ? tail.replaceAll(separator, '/') : tail;
}

/** One place where a text names a folder of the run; `text` is what stands there once it is normalized. */
export interface PathMatch {
  start: number;
  end: number;
  name: PathName;
  text: string;
}

/** All surfaces of a run are normalized with one object of bindings, and compiling its pattern costs more than using it. */
const finders = new WeakMap<ReplayPlan['bindings'], PathFinder>();

type PathFinder = (text: string) => PathMatch[];

/** Finds what {@link createPathNormalizer} replaces, in order and never overlapping; for texts that come in pieces. */
export function createPathFinder(bindings: ReplayPlan['bindings']): PathFinder {
  let finder = finders.get(bindings);
  if (!finder) finders.set(bindings, (finder = compileFinder(bindings)));
  return finder;
}

function compileFinder(bindings: ReplayPlan['bindings']): PathFinder {
  const sorted = sortedBindings(bindings);
  if (sorted.length === 0) return () => [];
  const sources = sorted.map(({ path }, index) =>
    WINDOWS.test(path)
      ? String.raw`(?<b${index}>${windowsPattern(path, `s${index}`)})${AFTER}(?<t${index}>(?:\k<s${index}>[^\\/:*?"<>|\s'` +
        '`' +
        String.raw`]+)*)`
      : `(?<b${index}>${posixPattern(path)})${AFTER}`,
  );
  const pattern = new RegExp(`${BEFORE}(?:${sources.join('|')})`, 'gu');
  // A short name need not hold any part of the long one.
  const landmarks = sorted.some(({ path }) => WINDOWS.test(path)) ? [] : [...new Set(sorted.map(({ path }) => landmark(path)))];

  return (text) => {
    if (landmarks.length > 0 && !landmarks.some((mark) => text.includes(mark))) return [];
    return [...text.matchAll(pattern)].map((match) => {
      const groups = match.groups as Record<string, string | undefined>;
      const index = sorted.findIndex((_, at) => groups[`b${at}`] !== undefined);
      const { name } = sorted[index]!;
      const tail = slashTail(groups[`t${index}`] ?? '', groups[`s${index}`]);
      return { start: match.index, end: match.index + match[0].length, name, text: `{{${name}}}${tail}` };
    });
  };
}

/**
 * A function that puts `{{cwd}}`, `{{home}}` and `{{tmp}}` in place of the folders of a run, at path boundaries and in
 * all spellings: plain, `file://`, percent-encoded, with JSON-escaped backslashes, with `/private`, in 8.3 names. A
 * longer sibling (`/tmp/run-old` beside `/tmp/run`) stays.
 *
 * @example
 * const normalize = createPathNormalizer({ cwd: ['/tmp/x/cwd'], home: [], tmp: ['/tmp'] }, createCounts());
 * normalize('see file:///tmp/x/cwd/a.txt.'); // 'see file://{{cwd}}/a.txt.'
 */
export function createPathNormalizer(bindings: ReplayPlan['bindings'], counts: Counts): (text: string) => string {
  const find = createCountedPathFinder(bindings, counts);
  return (text) => {
    const matches = find(text);
    if (matches.length === 0) return text;
    let normalized = '';
    let from = 0;
    for (const { start, end, text: token } of matches) {
      normalized += text.slice(from, start) + token;
      from = end;
    }
    return normalized + text.slice(from);
  };
}

/** {@link createPathFinder}, each match counted under its reason. */
export function createCountedPathFinder(bindings: ReplayPlan['bindings'], counts: Counts): (text: string) => PathMatch[] {
  const find = createPathFinder(bindings);
  return (text) => {
    const matches = find(text);
    for (const { name } of matches) counts.add(name, PATH_REASONS[name]);
    return matches;
  };
}
