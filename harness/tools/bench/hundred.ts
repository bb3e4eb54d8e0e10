import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { layOutUserProject } from '../user-project.js';
import { copyScenario } from './copy-scenario.js';
import { timed, type Measured } from './stats.js';

const COUNT = 100;
const SOURCE = 'tool-call';
const PIN = 'text-turn';

async function layOut(root: string, folder: string): Promise<void> {
  await layOutUserProject(root, folder, {
    'playwright.config.ts': `import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({ acp: { agents: [referenceAgent], scenarios: 'snapshots' }, workers: 2, testMatch: 'bench.spec.ts', reporter: 'line' });
`,
    'bench.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
  });
  for (let number = 1; number <= COUNT; number++) {
    const name = `${SOURCE}-${number}`;
    await copyScenario(join(root, 'tests/snapshots', SOURCE), join(folder, 'snapshots', name), SOURCE, name);
  }
  await cp(join(root, 'tests/snapshots', PIN), join(folder, 'snapshots', PIN), { recursive: true });
}

/** Wall time of 100 tool-call scenarios with all surfaces on 2 workers, Playwright's start included. */
export async function measureHundred(root: string): Promise<Measured> {
  const folder = join(root, '.artifacts/bench');
  await layOut(root, folder);
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--grep', `${SOURCE}-`], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child
        .once('error', reject)
        .once('close', (code) => (code === 0 && output.includes(`${COUNT} passed`) ? resolve() : reject(new Error(output))));
    });
  const samples = [await timed(run), await timed(run)];
  const wall = Math.min(...samples) / 1000;
  return {
    figures: { hundred_scenarios_s_each: wall / COUNT, hundred_scenarios_wall_s: wall },
    samples: { hundred_scenarios_ms: samples },
  };
}
