/**
 * `npm test`: the unit layer under V8 coverage, then every other layer without it, because Node hands the coverage
 * variable down to every child of a child. Fails below the gate for the pure floors (F0, F1, harness/replay among
 * them), where untested code has no excuse. Arguments go to Playwright as one run; a run of a part skips the gate.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GATE = 95;
const GATED = [
  'schema',
  'errors',
  'jsonl',
  'mode',
  'normalize',
  'redact',
  'diff',
  'dialects',
  'replay',
  'cassette',
  'faults',
  'surfaces',
  'guards',
  'mutate',
  'conformance',
  'profiles',
];
const LAYERS = ['contract', 'cassette', 'replay', 'smoke', 'report', 'fault', 'real'];
const coverage = `${root}.artifacts/coverage`;
const json = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

const run = (command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    spawn(process.execPath, [`${root}node_modules/${command}`, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1));
  });

const playwright = (args: readonly string[], env?: Record<string, string>) => run('@playwright/test/cli.js', ['test', ...args], env);

/** Lines and branches of the gated folders, from what the unit layer ran. */
const gate = (folder: string): Promise<number> =>
  run('c8/bin/c8.js', [
    'report',
    `--temp-directory=${coverage}/raw`,
    `--reports-dir=${coverage}/${folder}`,
    ...GATED.filter((name) => folder === 'all' || name === folder).map((name) => `--include=harness/${name}/**/*.ts`),
    '--all=false',
    '--reporter=text-summary',
    '--reporter=html',
    '--check-coverage',
    `--lines=${GATE}`,
    `--branches=${GATE}`,
    '--functions=0',
    '--statements=0',
  ]);

async function everything(): Promise<number> {
  rmSync(coverage, { recursive: true, force: true });
  const statuses = [
    await playwright(['--project=unit'], {
      NODE_V8_COVERAGE: `${coverage}/raw`,
      ...(json && { PLAYWRIGHT_JSON_OUTPUT_NAME: json.replace(/\.json$/, '.unit.json') }),
    }),
    // The replay folder is gated on its own too: it decides what a model said.
    await gate('all'),
    await gate('replay'),
    await playwright(LAYERS.map((name) => `--project=${name}`)),
  ];
  return statuses.find((status) => status !== 0) ?? 0;
}

ensureBrowser();
const passedOn = process.argv.slice(2);
process.exitCode = passedOn.length > 0 ? await playwright(passedOn) : await everything();
