import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { loadScenario } from './load.js';
import { scenarioDirectory, scenarioNames } from './names.js';
import type { LoadOptions, Scenario } from './scenario.js';

/** Loads every scenario of a folder, or those of `names`, in name order. */
export async function loadScenarios(folder: string, names?: readonly string[], options: LoadOptions = {}): Promise<Scenario[]> {
  const wanted = names ?? (await scenarioNames(folder));
  return Promise.all(wanted.map((name) => loadScenario(scenarioDirectory(folder, name), options)));
}

/** The files of a header class's pin that stand for `{{system}}` and `{{tools}}`. */
export interface Pin {
  scenario: string;
  /** Paths of `system-prompt.expected.md` and `tool-schemas.expected.json`. */
  system: string;
  tools: string;
}

/** Pins found by this process, so that a hundred scenarios of one folder do not each read all the others' headers. */
const found = new Map<string, string>();

/**
 * The one scenario of the folder that pins a header class. Only first lines are read: a damaged scenario elsewhere
 * fails where it is run, not here.
 *
 * @throws AcpError `ACP_SCENARIO_PIN` where none or several pin the class.
 */
export async function findPin(folder: string, headerClass: string): Promise<Pin> {
  const key = `${headerClass} ${folder}`;
  const known = found.get(key);
  const name =
    known !== undefined && pins(await peekHeader(join(folder, known)), headerClass) ? known : await searchPin(folder, headerClass);
  found.set(key, name);
  return {
    scenario: name,
    system: join(folder, name, 'system-prompt.expected.md'),
    tools: join(folder, name, 'tool-schemas.expected.json'),
  };
}

async function searchPin(folder: string, headerClass: string): Promise<string> {
  const headers = await peekHeaders(folder);
  const fitting = headers.filter(({ header }) => pins(header, headerClass)).map(({ name }) => name);
  if (fitting.length > 1) throw scenarioErrors.pinTwice(folder, headerClass, fitting);
  const classes = headers.flatMap(({ header }) => (header?.['pin'] === true ? [String(header['headerClass'])] : []));
  if (fitting.length === 0) throw scenarioErrors.pinMissing(folder, headerClass, [...new Set(classes)]);
  return fitting[0]!;
}

const pins = (header: Record<string, unknown> | undefined, headerClass: string) =>
  header?.['pin'] === true && header['headerClass'] === headerClass;

/** The header of every scenario of a folder, in name order; undefined where its first line cannot be read. */
export async function peekHeaders(folder: string): Promise<{ name: string; header: Record<string, unknown> | undefined }[]> {
  return Promise.all((await scenarioNames(folder)).map(async (name) => ({ name, header: await peekHeader(join(folder, name)) })));
}

/** The header of a scenario as far as its first line can be read, else undefined. */
async function peekHeader(dir: string): Promise<Record<string, unknown> | undefined> {
  try {
    const file = await open(join(dir, 'input.jsonl'));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
      const line = buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]!;
      return JSON.parse(line) as Record<string, unknown>;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
