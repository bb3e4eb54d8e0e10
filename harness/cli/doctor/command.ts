import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ledgerFolder, placeholders } from '../../../fixtures/places.js';
import { usageErrors } from '../../errors/cli.js';
import { examineAgent, isNodeRange, type Diagnosis } from '../../run/index.js';
import { parseArguments } from '../arguments.js';
import { EXIT_CODES } from '../help.js';
import { DOCTOR_HELP } from './help.js';
import { printDiagnosis } from './print-diagnosis.js';

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  write: { type: 'string' },
  prompt: { type: 'string' },
  variable: { type: 'string' },
  key: { type: 'string' },
  env: { type: 'string', multiple: true },
  file: { type: 'string', multiple: true },
  node: { type: 'string' },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/**
 * `doctor`: looks at an agent that nothing is known of.
 * @returns the exit code: 0 where the profile it makes drives the agent through its scenario
 */
export async function doctor(args: readonly string[]): Promise<number> {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const command = end === -1 ? [] : args.slice(end + 1);
  const { values, lists, positionals } = parseArguments(own, OPTIONS, 'doctor');
  if (values['help']) {
    process.stdout.write(DOCTOR_HELP);
    return EXIT_CODES.done;
  }
  if (command.length === 0 || positionals.length > 0) throw usageErrors.doctorNeedsCommand();
  const { variable, key, prompt, write, json, node, timeout } = values;
  if (typeof node === 'string' && !isNodeRange(node)) throw usageErrors.notANodeRange('--node', node);
  const root = process.cwd();
  const diagnosis = await examineAgent({
    command: command.map((part, index) => portable(part, index, root)),
    placeholders: placeholders({ configFile: undefined, rootDir: root }),
    environment: process.env,
    env: Object.fromEntries((lists['env'] ?? []).map((text) => assignment('--env', text))),
    files: Object.fromEntries((lists['file'] ?? []).map((text) => fileOf(text, root))),
    ...(typeof node === 'string' && { node }),
    ...(timeout !== undefined && { timeout: 1000 * secondsOf(timeout) }),
    ledger: ledgerFolder(),
    ...(typeof variable === 'string' && { variables: [{ variable, key: typeof key === 'string' ? key : 'API_KEY' }] }),
    ...(typeof prompt === 'string' && { prompt }),
    onPhase: (phase) => {
      if (!json) process.stderr.write(phase === 'probing' ? 'Booting it …\n' : 'Trying a profile …\n');
    },
  });
  const written = typeof write === 'string' ? await writeAll(resolve(root, write), diagnosis) : [];
  process.stdout.write(
    json ? `${JSON.stringify({ schema: 1, ...asJson(diagnosis), written }, undefined, 2)}\n` : said(diagnosis, written, write),
  );
  return diagnosis.trial.green ? EXIT_CODES.done : EXIT_CODES.failed;
}

/** The agent runs in a folder of its own: a path that is relative here would lead nowhere there. */
function portable(part: string, index: number, root: string): string {
  if (index === 0 && (part === 'node' || part === process.execPath)) return '{{node}}';
  const file = resolve(root, part);
  const isPath = index === 0 ? part.includes('/') || part.includes(sep) : !part.startsWith('-') && existsSync(file);
  if (!isPath) return part;
  const below = relative(root, file);
  return below.startsWith('..') || isAbsolute(below) ? file : `{{root}}/${below.replaceAll('\\', '/')}`;
}

function assignment(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageErrors.notAnAssignment(option, text);
  return [text.slice(0, at), text.slice(at + 1)];
}

function secondsOf(value: string | boolean): number {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw usageErrors.notANumber('--timeout', String(value));
  return seconds;
}

/** Where the agent reads it, and what is in it. */
function fileOf(text: string, root: string): [string, string] {
  const [path, template] = assignment('--file', text);
  try {
    return [path, readFileSync(resolve(root, template), 'utf8')];
  } catch (error) {
    throw usageErrors.doctorTemplate(resolve(root, template), (error as Error).message);
  }
}

async function writeAll(file: string, { module, trial }: Diagnosis): Promise<string[]> {
  const folder = join(dirname(file), 'snapshots', trial.scenario);
  const files = [[file, module] as const, ...[...trial.files].map(([name, bytes]) => [join(folder, name), bytes] as const)];
  for (const [path] of files) if (existsSync(path)) throw usageErrors.doctorExists(path);
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return files.map(([path]) => path);
}

function said(diagnosis: Diagnosis, written: readonly string[], write: string | boolean | undefined): string {
  const report = printDiagnosis(diagnosis);
  if (written.length === 0) return `${report}\n${diagnosis.module}`;
  const { name } = diagnosis.trial.profile;
  return `${report}\nWritten:\n${written.map((path) => `  ${path}\n`).join('')}
Use it: import profile from './${String(write)}' in playwright.config.ts, defineConfig({ acp: { agents: [profile], scenarios: 'snapshots' } }),
a test with defineScenarios, npx playwright test. The profile is named "${name}".
`;
}

function asJson({ command, probe, honoured, trial, module }: Diagnosis): object {
  return {
    command,
    ...probe,
    ...(honoured && { honoured }),
    scenario: {
      name: trial.scenario,
      green: trial.green,
      problems: trial.problems,
      unexplained: trial.unexplained,
      files: [...trial.files.keys()],
    },
    profile: trial.profile,
    module,
  };
}
