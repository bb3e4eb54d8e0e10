import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AcpError } from '../errors/acp-error.js';
import { scenarioErrors, type Place } from '../errors/scenario.js';
import type { InputHeader } from '../schema/index.js';
import { checkDeclared, surfaceOf } from './declared.js';
import { checkContents } from './contents.js';
import { parseInput } from './input.js';
import { CASSETTE, expectedLogName, laneOf, listFiles, OVERRIDE, SEED, sessionLogName } from './inventory.js';
import { scenarioNames } from './names.js';
import { parseSwapName } from './journal.js';
import { nearest } from './nearest.js';
import type { LoadOptions, Scenario } from './scenario.js';
import { readText } from './text.js';
import { rollForward } from './write-scenario.js';

/**
 * Reads a scenario directory and checks everything in it. What a kill left half done is finished first.
 *
 * @throws AcpError `ACP_SCENARIO_…` or `ACP_JSONL_…` with file, line and what to do.
 * @example
 * const scenario = await loadScenario('tests/snapshots/text-turn');
 */
export async function loadScenario(directory: string, options: LoadOptions = {}): Promise<Scenario> {
  // Agents read the replay source from another working directory.
  const dir = resolve(directory);
  await checkDirectory(dir, options);
  const names = await listFiles(dir);
  const inputFile = join(dir, 'input.jsonl');
  if (!names.includes('input.jsonl'))
    throw scenarioErrors.fileMissing(
      inputFile,
      'The scenario has no input.jsonl.',
      'write it: a header line, then one client action per line',
    );
  const { header, steps } = parseInput(await readText(inputFile), inputFile, basename(dir));
  for (const name of names) checkDeclared(dir, name, header);
  const logs = await readFiles(
    dir,
    names.filter((name) => laneOf(name) !== undefined && surfaceOf(name) === undefined),
  );
  const expected = await readFiles(
    dir,
    names.filter((name) => surfaceOf(name) !== undefined),
  );
  const scenario: Scenario = {
    name: header.scenario,
    dir,
    header,
    steps,
    files: { sources: sourcesOf(dir, names, header), expected, logs },
  };
  if (header.overridden && names.includes(OVERRIDE)) scenario.files.override = join(dir, OVERRIDE);
  if (names.some((name) => name.startsWith(`${SEED}/`))) scenario.workspaceSeed = join(dir, SEED);
  checkComplete(scenario, { file: inputFile, line: 1 }, options);
  const damaged = options.forRefresh ? await damagedFiles(scenario) : new Set<string>();
  for (const name of damaged) expected.delete(name);
  if (damaged.size > 0) scenario.files.damaged = damaged;
  for (const [name, bytes] of logs) if (!expected.has(expectedLogName(laneOf(name)!))) expected.set(name, bytes);
  await checkContents(scenario, options.forRecord ? names.filter((name) => name === OVERRIDE) : names.filter((name) => !damaged.has(name)));
  return scenario;
}

async function checkDirectory(dir: string, { readOnly = false }: LoadOptions): Promise<void> {
  if ((await journalsOf(dir)).length > 0) {
    if (!readOnly) await rollForward(dirname(dir));
    // Its writer lives, or another command is finishing what it began.
    const [journal] = await journalsOf(dir);
    if (journal !== undefined) throw scenarioErrors.interrupted(join(dirname(dir), journal));
  }
  const stats = await lstat(dir).catch(() => undefined);
  if (stats?.isSymbolicLink()) throw scenarioErrors.leavesFolder(dir);
  if (stats?.isDirectory()) return;
  if (stats) throw scenarioErrors.notADirectory(dir);
  const known = await scenarioNames(dirname(dir)).catch(() => []);
  throw scenarioErrors.directoryMissing(dir, known, nearest(basename(dir), known));
}

/** A refresh writes an expected file anew whatever it holds; replay and `check` tell what is wrong with it. */
async function damagedFiles(scenario: Scenario): Promise<Set<string>> {
  const damaged = new Set<string>();
  for (const name of scenario.files.expected.keys()) {
    await checkContents(scenario, [name]).catch((error: unknown) => {
      if (!(error instanceof AcpError)) throw error;
      damaged.add(name);
    });
  }
  return damaged;
}

async function journalsOf(dir: string): Promise<string[]> {
  const names = await readdir(dirname(dir)).catch((): string[] => []);
  return names.filter((name) => {
    const swap = parseSwapName(name);
    return swap?.role === 'swap' && swap.scenario === basename(dir);
  });
}

/** Lane order. A gap would shift every later lane. */
export function sourcesOf(dir: string, names: readonly string[], header: InputHeader): string[] {
  if (header.seam === 'provider') return names.includes(CASSETTE) ? [join(dir, CASSETTE)] : [];
  const lanes = names.filter((name) => laneOf(name) !== undefined && !name.includes('.expected.')).map((name) => laneOf(name)!);
  for (let lane = 1; lane <= Math.max(0, ...lanes); lane++) {
    if (!lanes.includes(lane))
      throw scenarioErrors.fileMissing(
        join(dir, sessionLogName(lane)),
        `The session logs have a gap: ${sessionLogName(lane)} is missing.`,
        'number them session.jsonl, session.1.jsonl, … or record the scenario again',
      );
  }
  return header.seam === 'none' ? [] : Array.from(lanes, (_, index) => join(dir, sessionLogName(index + 1)));
}

async function readFiles(dir: string, names: readonly string[]): Promise<Map<string, Uint8Array>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name))] as const)));
}

export function checkComplete(scenario: Pick<Scenario, 'name' | 'dir' | 'header' | 'files'>, place: Place, options: LoadOptions): void {
  const { header, dir, files } = scenario;
  if (header.overridden && !files.override) throw scenarioErrors.declaredButMissing(place, OVERRIDE);
  if (options.forRecord || header.seam === 'none' || files.sources.length > 0) return;
  const name = header.seam === 'session' ? 'session.jsonl' : CASSETTE;
  throw scenarioErrors.fileMissing(
    join(dir, name),
    `The scenario was never recorded: ${name} is missing.`,
    `npx playwright-acp record ${scenario.name}`,
  );
}
