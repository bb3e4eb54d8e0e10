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

/** A locale that is installed here and is not the one of every run. */
export async function otherLocale(): Promise<string | undefined> {
  const listed = await promisify(execFile)('locale', ['-a']).catch(() => ({ stdout: '' }));
  return listed.stdout.split('\n').find((name) => name !== '' && !/^(?:C|POSIX)(?:\.|$)/.test(name));
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
