/**
 * `npm run demo`: replays every scenario of the reference agent without a key, then one against a copy of the agent
 * with one altered word, and says where the HTML report of that run is and what it shows.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.artifacts/demo');

/** The one change of the altered agent: the title of an edit as the editor shows it. */
const ALTERED = { scenario: 'file-edit', from: '`Edit ${', to: '`Edit file ${' };

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

/** Copies the built agent and alters one string in it, exactly once. */
async function alterAgent(target: string): Promise<void> {
  await cp(join(root, 'dist/agent'), target, { recursive: true });
  let altered = 0;
  for (const name of await readdir(target, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const path = join(target, name);
    const source = await readFile(path, 'utf8');
    if (!source.includes(ALTERED.from)) continue;
    await writeFile(path, source.replace(ALTERED.from, ALTERED.to));
    altered += 1;
  }
  if (altered !== 1) throw new Error(`expected ${ALTERED.from} in one file of the built agent, found it in ${altered}`);
}

/** A project of its own, as a user has one: the scenario, its pin, and a config whose agent is the altered copy. */
async function layOutProject(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'node_modules/@playwright'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/playwright-acp'), 'junction');
  await symlink(join(root, 'node_modules/@playwright/test'), join(folder, 'node_modules/@playwright/test'), 'junction');
  await alterAgent(join(folder, 'agent'));
  for (const name of [ALTERED.scenario, 'text-turn'])
    await cp(join(root, 'tests/snapshots', name), join(folder, 'snapshots', name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(
    join(folder, 'playwright.config.ts'),
    `import { defineConfig, referenceAgent } from 'playwright-acp/config';

const altered = { ...referenceAgent, command: ['{{node}}', '{{root}}/agent/main.js'] };
delete altered.build;

export default defineConfig({
  acp: { agents: [altered], scenarios: 'snapshots' },
  testMatch: 'demo.spec.ts',
  reporter: [['list'], ['playwright-acp/reporter', { open: 'never' }]],
});
`,
  );
  await writeFile(join(folder, 'demo.spec.ts'), "import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('snapshots');\n");
}

console.log('1. Replaying the recorded scenarios of the reference agent; no key is set, nothing leaves this machine.\n');
const environment = Object.keys(process.env).filter((name) => /_API_KEY$/.test(name));
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
    ? `\nThe run is red, as it should be. The report shows side by side what changed: “Edit config.txt” became “Edit file config.txt”\nin the transcript of ${ALTERED.scenario}; every other surface matched.\n\n  ${report}\n`
    : '\nThe altered agent was not caught: the demo failed.',
);
process.exitCode = changed ? 0 : 1;
