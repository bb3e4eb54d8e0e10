/**
 * `npm run bench:red`: what a red run costs. Twenty changed scenarios beside the same twenty green, and twenty bare
 * failing tests beside twenty bare passing ones: the difference of those two is Playwright's own worker restart, once for
 * tests that import Playwright alone and once for tests that import this package. Prints the figures, writes
 * `.artifacts/bench-red.json`, and exits 1 where a red scenario costs more than a green one plus a restart of its like,
 * or where the summary takes more than 40 lines.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAgent } from '../agent-bundle.js';
import { layOutUserProject } from '../user-project.js';
import { copyScenario } from './copy-scenario.js';
import { median } from './stats.js';

const COUNT = 20;
const ROUNDS = Number(process.env['ACP_BENCH_ROUNDS'] ?? 5);
const SOURCE = 'tool-call';
const PIN = 'text-turn';
const MOST_LINES = 40;
/** Noise of a whole run on a shared machine, spread over its tests. */
const TOLERANCE_MS = 15;
/** One thing the agent shows the editor: the title of a command. */
const ALTERATION = { file: 'harness/agent/toolbox/bash.ts', from: 'title: command,', to: 'title: `$ ${command}`,' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.artifacts/bench-red');

type Name = 'green' | 'red' | 'passing' | 'failing' | 'passingLoaded' | 'failingLoaded';

interface Ran {
  ms: number;
  output: string;
}

async function layOut(): Promise<void> {
  const bare = (library: string, body: string) =>
    `import { test } from '${library}';\ntest.describe.configure({ mode: 'parallel' });\nfor (let at = 0; at < ${COUNT}; at++) test(\`bare \${at}\`, () => { ${body} });\n`;
  await layOutUserProject(root, folder, {
    'playwright.config.ts': `import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ ...referenceAgent, command: ['{{node}}', process.env.RED ? '{{root}}/altered/main.js' : '{{root}}/agent/main.js'] }], scenarios: 'snapshots' },
  workers: 1, testDir: '.', reporter: [['dot'], ['playwright-acp/reporter', { open: 'never' }]],
});
`,
    'scenarios.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
    'passing.spec.ts': bare('@playwright/test', ''),
    'failing.spec.ts': bare('@playwright/test', "throw new Error('bare')"),
    'passing-loaded.spec.ts': bare('playwright-acp', ''),
    'failing-loaded.spec.ts': bare('playwright-acp', "throw new Error('bare')"),
  });
  await bundleAgent(root, join(folder, 'agent'));
  await bundleAgent(root, join(folder, 'altered'), ALTERATION);
  for (let number = 1; number <= COUNT; number++) {
    const name = `${SOURCE}-${number}`;
    await copyScenario(join(root, 'tests/snapshots', SOURCE), join(folder, 'snapshots', name), SOURCE, name);
  }
  await cp(join(root, 'tests/snapshots', PIN), join(folder, 'snapshots', PIN), { recursive: true });
}

function playwright(spec: string, code: number, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', spec, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child
      .once('error', reject)
      .once('close', (got) =>
        got === code ? resolve({ ms: performance.now() - start, output }) : reject(new Error(`${spec}: exit ${got}\n${output}`)),
      );
  });
}

await layOut();
const each: Record<Name, number[]> = { green: [], red: [], passing: [], failing: [], passingLoaded: [], failingLoaded: [] };
let summary: string[] = [];
for (let round = -1; round < ROUNDS; round++) {
  const runs: Record<Name, Ran> = {
    green: await playwright('scenarios.spec.ts', 0, ['-g', `${SOURCE}-`]),
    passing: await playwright('passing.spec.ts', 0),
    red: await playwright('scenarios.spec.ts', 1, ['-g', `${SOURCE}-`], { RED: '1' }),
    failing: await playwright('failing.spec.ts', 1),
    passingLoaded: await playwright('passing-loaded.spec.ts', 0),
    failingLoaded: await playwright('failing-loaded.spec.ts', 1),
  };
  const lines = runs.red.output.split('\n');
  summary = lines.slice(lines.findIndex((line) => line.includes('  playwright-acp: ')));
  if (round < 0) continue; // the first warms the disk
  for (const [name, { ms }] of Object.entries(runs)) each[name as Name].push(ms / COUNT);
}

const restart = each.failing.map((ms, round) => ms - each.passing[round]!);
const restartLoaded = each.failingLoaded.map((ms, round) => ms - each.passingLoaded[round]!);
const beyond = (restarts: readonly number[]) => median(each.red.map((ms, round) => ms - each.green[round]! - restarts[round]!));
const figures = {
  green_each_ms: median(each.green),
  red_each_ms: median(each.red),
  /** A restart of a worker whose tests import Playwright alone, and of one whose tests import this package. */
  restart_ms: median(restart),
  restart_loaded_ms: median(restartLoaded),
  /** What a red scenario costs beyond a green one and either restart. */
  red_extra_ms: beyond(restart),
  red_extra_loaded_ms: beyond(restartLoaded),
  summary_lines: summary.length,
};
console.log(`${COUNT} changed scenarios, ${ROUNDS} rounds, one worker; the whole run divided by ${COUNT}\n`);
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)}${value.toFixed(1).padStart(10)}`);
console.log(`\n${summary.join('\n')}`);
await mkdir(`${root}.artifacts`, { recursive: true });
await writeFile(`${root}.artifacts/bench-red.json`, `${JSON.stringify({ ...figures, samples: each }, null, 2)}\n`);
if (figures.red_extra_loaded_ms > TOLERANCE_MS || figures.summary_lines > MOST_LINES) process.exitCode = 1;
