import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a run may be given otherwise than usual, to see what depends on it. */
export interface Variation {
  /** Folder of the sandbox, in place of the system's temporary folder. */
  parent?: string;
  /** Added to the agent's environment, over everything else. */
  environment?: Readonly<Record<string, string>>;
  /** Time of change of every seeded file and folder. */
  modified?: Date;
  /** The client counts its requests from here. */
  firstRequestId?: number;
}

/** What may differ between two runs on two machines. */
export const VARIATION_SOURCES = [
  'working folder',
  'HOME',
  'temp root',
  'user',
  'clock and date',
  'time zone',
  'locale',
  'pid',
  'port',
  'host',
  'session, message and call ids',
  'client request numbers',
  'agent request numbers',
  'directory mtimes',
  'release of the agent',
] as const;
export type VariationSource = (typeof VARIATION_SOURCES)[number];

export type SourceState = { readonly from: string; readonly to: string } | { readonly impossible: string };

const BY_NAME: Readonly<Record<string, VariationSource>> = {
  cwd: 'working folder',
  home: 'HOME',
  tmp: 'temp root',
  time: 'clock and date',
  createdAt: 'clock and date',
  duration: 'clock and date',
  pid: 'pid',
  port: 'port',
  host: 'host',
  user: 'user',
  trace: 'session, message and call ids',
  'client-request id': 'client request numbers',
  'agent-request id': 'agent request numbers',
  'agent-version': 'release of the agent',
  'client-version': 'release of the agent',
};

/** The source of variation that a normalizer answers; undefined for one of a profile, which says nothing of it. */
export function sourceOf(normalizer: string): VariationSource | undefined {
  if (normalizer.startsWith('time at ')) return 'clock and date';
  return BY_NAME[normalizer] ?? (normalizer.endsWith(' id') ? 'session, message and call ids' : undefined);
}

const FAKETIME_FOLDERS = ['/usr/lib', '/usr/local/lib', '/lib'];

/** The library that gives a process another clock, where it is installed (Debian: libfaketime). */
export async function findFaketime(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  for (const folder of FAKETIME_FOLDERS) {
    const below = (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
    for (const place of [folder, ...below]) {
      const file = join(place, 'faketime', 'libfaketimeMT.so.1');
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}

export const FAKETIME_OFFSET = '+401d';

export function faketimeEnvironment(library: string): Record<string, string> {
  // Timers go on as they do: only what the clock on the wall shows is another.
  return { LD_PRELOAD: library, FAKETIME: FAKETIME_OFFSET, DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** A time that a run showed, in milliseconds since the epoch; undefined for what is no time, such as a duration. */
export function asTime(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : undefined;
  if (typeof value !== 'number') return undefined;
  if (value > 1e11) return value;
  return value > 1e9 ? value * 1000 : undefined;
}

/** Far more than a run lasts, and less than the clock is moved by. */
const MOVED = 300 * 24 * 60 * 60 * 1000;

/**
 * Whether the other clock reached the agent, read off the times that both runs showed: a program that is linked
 * statically never loads the library, and would count as varied.
 */
export function clockState(library: string | undefined, times: readonly { from: unknown; to: unknown }[]): SourceState {
  if (library === undefined) return { impossible: 'libfaketime is not installed: the clock went on by seconds only' };
  const shown = times.flatMap(({ from, to }) => {
    const [was, now] = [asTime(from), asTime(to)];
    return was === undefined || now === undefined ? [] : [{ was, now }];
  });
  if (shown.length === 0) return { impossible: 'the run shows no time' };
  const moved = shown.find(({ was, now }) => now - was > MOVED);
  if (!moved) return { impossible: 'libfaketime is installed, and the agent goes by another clock: linked statically, perhaps' };
  return { from: new Date(moved.was).toISOString(), to: `${new Date(moved.now).toISOString()} (libfaketime ${FAKETIME_OFFSET})` };
}

/** What programs that bring their own tables, such as Node, follow also where the system has no other locale. */
const OTHER_LOCALE = 'de_DE.UTF-8';

/** A locale that is not the one of every run; an installed one, where there is one. */
export async function otherLocale(): Promise<{ name: string; installed: boolean }> {
  const listed = await promisify(execFile)('locale', ['-a']).catch(() => ({ stdout: '' }));
  const name = listed.stdout.split('\n').find((each) => each !== '' && !/^(?:C|POSIX)(?:\.|$)/.test(each));
  return name === undefined ? { name: OTHER_LOCALE, installed: false } : { name, installed: true };
}

/** Sets the time of change of everything below a folder, and of itself. */
export async function touchAll(folder: string, time: Date): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) await touchAll(join(folder, entry.name), time);
    else if (entry.isFile()) await utimes(join(folder, entry.name), time, time);
  }
  await utimes(folder, time, time);
}
