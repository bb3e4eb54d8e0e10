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

/** Their classes of letters take milliseconds to compile: once for all runs, apart from the paths of each. */
const before = new RegExp(BEFORE, 'uy');
const after = new RegExp(AFTER, 'uy');

function holdsAt(boundary: RegExp, text: string, at: number): boolean {
  boundary.lastIndex = at;
  return boundary.test(text);
}

/** Finds a path that starts at one place of a text, to its boundary. */
type Matcher = (text: string, at: number) => PathMatch | undefined;

function posixMatcher({ name, path }: Binding): Matcher {
  const pattern = new RegExp(posixPattern(path), 'uy');
  return (text, start) => {
    pattern.lastIndex = start;
    if (!pattern.test(text)) return undefined;
    const end = pattern.lastIndex;
    return holdsAt(after, text, end) ? { start, end, name, text: `{{${name}}}` } : undefined;
  };
}

function windowsMatcher({ name, path }: Binding): Matcher {
  const tail = String.raw`(?<tail>(?:\k<separator>[^\\/:*?"<>|\s'` + '`' + String.raw`]+)*)`;
  const pattern = new RegExp(`${windowsPattern(path, 'separator')}${AFTER}${tail}`, 'uy');
  return (text, start) => {
    pattern.lastIndex = start;
    const groups = pattern.exec(text)?.groups as Record<string, string | undefined> | undefined;
    if (!groups) return undefined;
    return { start, end: pattern.lastIndex, name, text: `{{${name}}}${slashTail(groups['tail'] ?? '', groups['separator'])}` };
  };
}

function compileFinder(bindings: ReplayPlan['bindings']): PathFinder {
  const sorted = sortedBindings(bindings);
  if (sorted.length === 0) return () => [];
  const isWindows = ({ path }: Binding) => WINDOWS.test(path);
  const sources = sorted.map((binding, index) =>
    isWindows(binding) ? windowsPattern(binding.path, `s${index}`) : posixPattern(binding.path),
  );
  const candidate = new RegExp(sources.join('|'), 'gu');
  const matchers = sorted.map((binding) => (isWindows(binding) ? windowsMatcher(binding) : posixMatcher(binding)));
  // A short name need not hold any part of the long one.
  const landmarks = sorted.some(isWindows) ? [] : [...new Set(sorted.map(({ path }) => landmark(path)))];

  return (text) => {
    if (landmarks.length > 0 && !landmarks.some((mark) => text.includes(mark))) return [];
    const matches: PathMatch[] = [];
    candidate.lastIndex = 0;
    for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
      const at = found.index;
      const match = holdsAt(before, text, at) ? firstOf(matchers, text, at) : undefined;
      if (match) matches.push(match);
      candidate.lastIndex = match?.end ?? at + 1;
    }
    return matches;
  };
}

function firstOf(matchers: readonly Matcher[], text: string, at: number): PathMatch | undefined {
  for (const matcher of matchers) {
    const match = matcher(text, at);
    if (match) return match;
  }
  return undefined;
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
