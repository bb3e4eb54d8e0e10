/**
 * `npm test`: every layer in one Playwright run, under V8 coverage. Fails below the gate for the pure floors
 * (F0, F1, harness/replay among them), where untested code has no excuse. Arguments go to Playwright; a run of a part skips the gate.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GATE = 95;
const GATED = ['schema', 'errors', 'jsonl', 'mode', 'normalize', 'redact', 'diff', 'replay', 'surfaces', 'conformance', 'profiles'];
const coverage = `${root}.artifacts/coverage`;

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> =>
  new Promise((resolve, reject) => {
    spawn(process.execPath, [`${root}node_modules/${command}`, ...args], { cwd: root, stdio: 'inherit', env })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1));
  });

ensureBrowser();
const passedOn = process.argv.slice(2);
rmSync(coverage, { recursive: true, force: true });
const tested = await run('@playwright/test/cli.js', ['test', ...passedOn], { ...process.env, NODE_V8_COVERAGE: `${coverage}/raw` });

const gate = (folder: string): Promise<number> =>
  run('c8/bin/c8.js', [
    'report',
    `--temp-directory=${coverage}/raw`,
    `--reports-dir=${coverage}/${folder}`,
    ...GATED.filter((name) => folder === 'all' || name === folder).map((name) => `--include=harness/${name}/**/*.ts`),
    '--all=false',
    '--check-coverage',
    `--lines=${GATE}`,
    `--branches=${GATE}`,
    '--functions=0',
    '--statements=0',
  ]);

// The replay folder is gated on its own too: it decides what a model said.
const gates = passedOn.length > 0 ? [] : ['all', 'replay'];
let status = tested;
for (const folder of gates) if ((await gate(folder)) !== 0) status ||= 1;
process.exitCode = status;
