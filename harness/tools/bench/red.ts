/**
 * `npm run bench:red [-- --rounds 5]`: what a red run costs. Twenty changed scenarios beside the same twenty green; and, in
 * a project of Playwright alone, twenty bare failing tests beside twenty bare passing ones: the difference of those two is
 * Playwright's own worker restart. Prints the figures, writes `.artifacts/bench-red.json`, and exits 1 where a red scenario
 * costs more than a green one plus that restart, or where the summary takes more than 40 lines.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleAgent } from '../agent-bundle.js';
import { layOutUserProject } from '../user-project.js';
import { copyScenario } from './copy-scenario.js';
import { median } from './stats.js';

const COUNT = 20;
const SOURCE = 'tool-call';
const PIN = 'text-turn';
const MOST_LINES = 40;
/** Noise of a whole run on a shared machine, spread over its tests. */
const TOLERANCE_MS = 15;
/** One thing the agent shows the editor: the title of a command. */
const ALTERATION = { file: 'harness/agent/toolbox/bash.ts', from: 'title: command,', to: 'title: `$ ${command}`,' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.artifacts/bench-red');
/** Its tests import Playwright alone, and its config is Playwright's. */
const bareFolder = join(root, '.artifacts/bench-red-bare');
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);

type Name = 'green' | 'red' | 'passing' | 'failing';

interface Ran {
  ms: number;
  output: string;
}

async function layOut(): Promise<void> {
  const bare = (body: string) =>
    `import { test } from '@playwright/test';\ntest.describe.configure({ mode: 'parallel' });\nfor (let at = 0; at < ${COUNT}; at++) test(\`bare \${at}\`, () => { ${body} });\n`;
  await layOutUserProject(root, bareFolder, {
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({ workers: 1, testDir: '.', reporter: 'dot' });
`,
    'passing.spec.ts': bare(''),
    'failing.spec.ts': bare("throw new Error('bare')"),
  });
  await layOutUserProject(root, folder, {
    'playwright.config.ts': `import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ ...referenceAgent, command: ['{{node}}', process.env.RED ? '{{root}}/altered/main.js' : '{{root}}/agent/main.js'] }], scenarios: 'snapshots' },
  workers: 1, testDir: '.', reporter: [['dot'], ['playwright-acp/reporter', { open: 'never' }]],
});
`,
    'scenarios.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
  });
  await bundleAgent(root, join(folder, 'agent'));
  await bundleAgent(root, join(folder, 'altered'), ALTERATION);
  for (let number = 1; number <= COUNT; number++) {
    const name = `${SOURCE}-${number}`;
    await copyScenario(join(root, 'tests/snapshots', SOURCE), join(folder, 'snapshots', name), SOURCE, name);
  }
  await cp(join(root, 'tests/snapshots', PIN), join(folder, 'snapshots', PIN), { recursive: true });
}

function playwright(cwd: string, spec: string, code: number, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', spec, ...args], {
      cwd,
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
const each: Record<Name, number[]> = { green: [], red: [], passing: [], failing: [] };
let summary: string[] = [];
for (let round = -1; round < rounds; round++) {
  const runs: Record<Name, Ran> = {
    green: await playwright(folder, 'scenarios.spec.ts', 0, ['-g', `${SOURCE}-`]),
    passing: await playwright(bareFolder, 'passing.spec.ts', 0),
    red: await playwright(folder, 'scenarios.spec.ts', 1, ['-g', `${SOURCE}-`], { RED: '1' }),
    failing: await playwright(bareFolder, 'failing.spec.ts', 1),
  };
  const lines = runs.red.output.split('\n');
  summary = lines.slice(lines.findIndex((line) => line.includes('  playwright-acp: ')));
  if (round < 0) continue; // the first warms the disk
  for (const [name, { ms }] of Object.entries(runs)) each[name as Name].push(ms / COUNT);
}

const restart = each.failing.map((ms, round) => ms - each.passing[round]!);
const figures = {
  green_each_ms: median(each.green),
  red_each_ms: median(each.red),
  /** What a bare failing test costs beyond a bare passing one: Playwright starts a new worker after it. */
  restart_ms: median(restart),
  /** What a red scenario costs beyond a green one and a restart. */
  red_extra_ms: median(each.red.map((ms, round) => ms - each.green[round]! - restart[round]!)),
  summary_lines: summary.length,
};
console.log(`${COUNT} changed scenarios, ${rounds} rounds, one worker; the whole run divided by ${COUNT}\n`);
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)}${value.toFixed(1).padStart(10)}`);
console.log(`\n${summary.join('\n')}`);
await mkdir(`${root}.artifacts`, { recursive: true });
await writeFile(`${root}.artifacts/bench-red.json`, `${JSON.stringify({ ...figures, samples: each }, null, 2)}\n`);
if (figures.red_extra_ms > TOLERANCE_MS || figures.summary_lines > MOST_LINES) process.exitCode = 1;
