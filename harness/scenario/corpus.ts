import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { attempt, type Complain } from '../errors/complain.js';
import { scenarioErrors } from '../errors/scenario.js';
import type { Complaint, Corpus, CorpusFile, CorpusScenario } from '../guards/index.js';
import type { InputHeader } from '../schema/index.js';
import { complaintOf } from './complaint.js';
import { readFileOf, readInput } from './corpus-file.js';
import { checkDeclared, declaredSurfaces } from './declared.js';
import { listFiles, OVERRIDE } from './inventory.js';
import { parseSwapName } from './journal.js';
import { checkComplete, sourcesOf } from './load.js';

/**
 * Reads every scenario directory of a folder, for guards to judge. What the loader would refuse is complained of, and
 * reading goes on. `shown` is the folder as it is to be printed.
 */
export async function readCorpus(folder: string, shown: string): Promise<Corpus> {
  const complaints: Complaint[] = [];
  const complain: Complain = (error) => void complaints.push(complaintOf(error, folder, shown));
  const names = await scenarioDirectories(folder, complain);
  const scenarios: CorpusScenario[] = [];
  for (const name of names) {
    const own: Complain = (error) => void complaints.push({ scenario: name, ...complaintOf(error, folder, shown) });
    scenarios.push(await readScenario(join(folder, name), `${shown}/${name}`, own));
  }
  return { folder: shown, scenarios, complaints };
}

async function scenarioDirectories(folder: string, complain: Complain): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) throw scenarioErrors.folderMissing(folder);
  const seen = new Map<string, string>();
  const names: string[] = [];
  for (const { name } of entries) {
    const path = join(folder, name);
    const swap = parseSwapName(name);
    if (swap?.role === 'swap') complain(scenarioErrors.interrupted(path));
    else if (swap) complain(scenarioErrors.unknownFile(path, undefined));
    if (name.startsWith('.') || name === 'README.md') continue;
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) complain(scenarioErrors.caseCollision(path, other));
    seen.set(name.toLowerCase(), name);
    const stats = await lstat(path);
    if (stats.isDirectory()) names.push(name);
    else complain(stats.isSymbolicLink() ? scenarioErrors.linkInScenario(path) : scenarioErrors.notADirectory(path));
  }
  return names.sort();
}

async function readScenario(dir: string, shown: string, complain: Complain): Promise<CorpusScenario> {
  const name = basename(dir);
  const names = await listFiles(dir, complain);
  const bytes = new Map<string, Uint8Array>();
  for (const file of names) bytes.set(file, await readFile(join(dir, file)).catch(() => new Uint8Array()));
  const input = bytes.get('input.jsonl');
  if (!input)
    complain(
      scenarioErrors.fileMissing(
        join(dir, 'input.jsonl'),
        'The scenario has no input.jsonl.',
        'write it: a header line, then one client action per line',
      ),
    );
  const header = input && readInput(input, join(dir, 'input.jsonl'), name, complain);
  const files = new Map<string, CorpusFile>();
  for (const [file, content] of bytes) files.set(file, readFileOf(file, content, dir, shown, { name, header }, complain));
  if (header) {
    for (const file of names) attempt(() => checkDeclared(dir, file, header), complain);
    checkFiles(dir, names, header, complain);
  }
  return { name, path: shown, files, ...(header && { header }) };
}

/** What the header asks for and is not there. */
function checkFiles(dir: string, names: readonly string[], header: InputHeader, complain: Complain): void {
  const sources = attempt(() => sourcesOf(dir, names, header), complain);
  const expected = new Map<string, Uint8Array>();
  const files = {
    sources: sources ?? ['a gap, which was told'],
    expected,
    logs: expected,
    ...(names.includes(OVERRIDE) && { override: join(dir, OVERRIDE) }),
  };
  const place = { file: join(dir, 'input.jsonl'), line: 1 };
  let complete = true;
  attempt(
    () => checkComplete({ name: header.scenario, dir, header, files }, place, {}),
    (error) => {
      complete = false;
      complain(error);
    },
  );
  // A scenario that was never recorded has none of them.
  if (complete) checkExpected(dir, names, header, complain);
}

/** Files that every recorded scenario has, whatever it did. */
function checkExpected(dir: string, names: readonly string[], header: InputHeader, complain: Complain): void {
  const declared = declaredSurfaces(header);
  for (const [surface, name] of [
    ['transcript', 'transcript.expected.jsonl'],
    ['outcome', 'outcome.expected.json'],
    ...(header.seam === 'none' ? [] : [['requests', 'requests.expected.jsonl'] as const]),
  ] as const) {
    if (declared.includes(surface) && !names.includes(name))
      complain(
        scenarioErrors.fileMissing(
          join(dir, name),
          `The header declares the surface "${surface}", and its expected file is missing.`,
          `npx playwright test -g ${header.scenario} --update-snapshots`,
        ),
      );
  }
}
