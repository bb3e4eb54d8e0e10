/**
 * `npm run demo`: replays every scenario of the reference agent without a key, then one against a copy of the agent
 * with one altered word, and says where the HTML report of that run is and what it shows.
 */
import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAgent } from './agent-bundle.js';
import { layOutUserProject } from './user-project.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.artifacts/demo');

const SCENARIO = 'file-edit';
const PIN = 'text-turn';

/** The one change of the altered agent: the title of an edit as the editor shows it. */
const ALTERATION = { file: 'harness/agent/toolbox/edit.ts', from: '`Edit ${', to: '`Edit file ${' };

const playwright = (cwd: string, args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });

/** A project of its own, as a user has one: the scenario, its pin, and a config whose agent is the altered one. */
async function layOutProject(): Promise<void> {
  await layOutUserProject(root, folder, {
    'playwright.config.ts': `import { defineConfig, referenceAgent } from 'playwright-acp/config';

export default defineConfig({
  acp: { agents: [{ ...referenceAgent, command: ['{{node}}', '{{root}}/agent/main.js'] }], scenarios: 'snapshots' },
  testMatch: 'demo.spec.ts',
  reporter: [['list'], ['playwright-acp/reporter', { open: 'never' }]],
});
`,
    'demo.spec.ts': "import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('snapshots');\n",
  });
  await bundleAgent(root, join(folder, 'agent'), ALTERATION);
  for (const name of [SCENARIO, PIN]) await cp(join(root, 'tests/snapshots', name), join(folder, 'snapshots', name), { recursive: true });
}

console.log('1. Replaying the recorded scenarios of the reference agent; no key is set, nothing leaves this machine.\n');
const environment = Object.keys(process.env).filter((name) => name.endsWith('_API_KEY'));
if (environment.length > 0) console.log(`   (${environment.join(', ')} is set here; the agent does not get it)\n`);
const replayed = await playwright(root, ['--project=replay', '--reporter=line']);
console.log(replayed.output.trim().split('\n').at(-1)?.trim());
if (replayed.code !== 0) {
  console.error(replayed.output);
  process.exit(1);
}

console.log('\n2. The same agent with one word altered: the title of an edit.\n');
await layOutProject();
const broken = await playwright(folder, []);
console.log(broken.output.trim());

const report = join(folder, 'playwright-acp-report/index.html');
const changed = broken.code === 1 && broken.output.includes('Edit file config.txt');
console.log(
  changed
    ? `\nThe run is red, as it should be. The report shows side by side what changed: “Edit config.txt” became “Edit file config.txt”\nin the transcript of ${SCENARIO}; every other surface matched.\n\n  ${report}\n`
    : '\nThe altered agent was not caught: the demo failed.',
);
process.exitCode = changed ? 0 : 1;
