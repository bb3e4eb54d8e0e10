import { readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AcpError } from '../errors/acp-error.js';
import { throwIt, type Complain } from '../errors/complain.js';
import { scenarioErrors } from '../errors/scenario.js';

/** Folder of the workspace seed within a scenario. */
export const SEED = 'workspace';
/** Folder of the files a run leaves. */
export const WORKSPACE_EXPECTED = 'workspace.expected';
export const OVERRIDE = 'replay.override.json';
export const CASSETTE = 'provider-replay.jsonl';
/** What the agent makes of faults of its provider: expected, but of no surface, for an ordinary run shows none of it. */
export const FAULTS = 'faults.expected.jsonl';

/** Name of a lane's session log: lane 1 is `session.jsonl`, lane 2 `session.1.jsonl`. */
export function sessionLogName(lane: number): string {
  return lane === 1 ? 'session.jsonl' : `session.${lane - 1}.jsonl`;
}

/** Name of the expected log beside a session log, e.g. `session.1.expected.jsonl` for `session.1.jsonl`. */
export function expectedLogName(lane: number): string {
  return sessionLogName(lane).replace(/\.jsonl$/, '.expected.jsonl');
}

/** The lane of a session log or expected log by its name, else undefined. */
export function laneOf(name: string): number | undefined {
  const match = /^session(?:\.([1-9]\d*))?(?:\.expected)?\.jsonl$/.exec(name);
  return match ? Number(match[1] ?? 0) + 1 : undefined;
}

/** Every file of a scenario directory by name, `/`-separated and sorted. Refuses links outside the seed, special files and names that collide elsewhere. */
export async function listFiles(dir: string, complain: Complain = throwIt): Promise<string[]> {
  const names: string[] = [];
  await walk(dir, '', names, complain);
  return names.sort();
}

async function walk(dir: string, prefix: string, names: string[], complain: Complain): Promise<void> {
  const seen = new Map<string, string>();
  for (const entry of await readdir(join(dir, prefix), { withFileTypes: true })) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    const file = join(dir, name);
    const folded = entry.name.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) complain(scenarioErrors.caseCollision(file, other));
    seen.set(folded, entry.name);
    if (entry.isDirectory()) await walk(dir, name, names, complain);
    else if (entry.isFile()) names.push(name);
    else if (!entry.isSymbolicLink()) complain(scenarioErrors.specialFile(file));
    else if (name.startsWith(`${SEED}/`)) {
      await refuseLeavingLink(file, join(dir, SEED)).catch((error: unknown) => {
        if (!(error instanceof AcpError)) throw error;
        complain(error);
      });
      names.push(name);
    } else complain(scenarioErrors.linkInScenario(file));
  }
}

/**
 * A link of the seed must stay in the seed, as written and as resolved: the seed is copied to a folder of another
 * name, and a chain of links may leave where each single one looks harmless.
 */
export async function refuseLeavingLink(file: string, seed: string): Promise<void> {
  const target = await readlink(file);
  const written = relative(seed, resolve(dirname(file), target));
  if (isAbsolute(target) || leaves(written)) throw scenarioErrors.linkLeavesSeed(file, target);
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined && leaves(relative(await realpath(seed), real))) throw scenarioErrors.linkLeavesSeed(file, target);
}

function leaves(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
