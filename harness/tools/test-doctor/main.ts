/**
 * `npm run test:doctor [-- <name>…]`: `playwright-acp doctor` looks at each real agent as a stranger would; what it writes
 * goes into an empty project as it is, and Playwright runs its scenario there. Prints a table, writes `.artifacts/doctor.json`.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModules, type AgentModule } from '../test-agents/agent-module.js';
import { install } from '../test-agents/install.js';
import { layOutUserProject } from '../user-project.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const FILES = {
  'playwright.config.ts': `import { defineConfig } from 'playwright-acp/config';
import agent from './agent-profile.js';

export default defineConfig({ acp: { agents: [agent], scenarios: 'snapshots' }, testDir: '.' });
`,
  'all.spec.ts': `import { defineScenarios } from 'playwright-acp';

defineScenarios('snapshots');
`,
};

interface Row {
  agent: string;
  version: string;
  /** The variable that was honoured, and the dialect. */
  baseUrl: string;
  rules: number;
  doctor_s: number;
  /** What doctor says of its own scenario. */
  doctor: 'green' | 'red';
  /** What Playwright says of it in another project. */
  scenario: 'green' | 'red';
}

interface Told {
  honoured?: { variable: string; given?: true; dialect: string };
  scenario: { green: boolean };
  profile: { normalizers?: unknown[] };
}

const rows: Row[] = [];
for (const { module } of await loadModules({ root, names: process.argv.slice(2) })) {
  const { name } = module.profile;
  console.log(`\n${name} ${module.version}`);
  const { path, otherNodes } = await install(module, join(root, '.agents'));
  const environment = {
    ...process.env,
    PATH: [...path, process.env['PATH']].join(delimiter),
    ...(otherNodes[0] !== undefined && { PLAYWRIGHT_ACP_NODE: otherNodes[0] }),
  };
  const project = await mkdtemp(join(tmpdir(), 'playwright-acp-doctor-project-'));
  try {
    await layOutUserProject(root, project, FILES);
    rows.push({ agent: name, version: module.version, ...(await examine(module, project, environment)) });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

async function examine(
  { profile, doctor = {} }: AgentModule,
  project: string,
  environment: NodeJS.ProcessEnv,
): Promise<Omit<Row, 'agent' | 'version'>> {
  const options: string[] = [];
  for (const [name, value] of Object.entries(doctor.env ?? {})) options.push('--env', `${name}=${value}`);
  for (const [at, [file, text]] of Object.entries(doctor.files ?? {}).entries()) {
    await writeFile(join(project, `template-${at}`), text);
    options.push('--file', `${file}=template-${at}`);
  }
  if (profile.node !== undefined) options.push('--node', profile.node);
  const command = [...options, '--', ...(doctor.command ?? profile.command)];
  console.log(`  playwright-acp doctor ${command.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part}'`)).join(' ')}`);
  const start = performance.now();
  const looked = await run(
    ['node_modules/playwright-acp/dist/cli.js', 'doctor', '--json', '--write', 'agent-profile.ts', ...command],
    project,
    environment,
  );
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
  const told = JSON.parse(looked.stdout) as Told;
  const played = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--update-snapshots=none', '--reporter=list'],
    project,
    environment,
  );
  if (!told.scenario.green) console.log(JSON.stringify(told.scenario, undefined, 2));
  if (played.code !== 0) console.log(played.stdout);
  const { honoured } = told;
  return {
    baseUrl: honoured ? `${honoured.given ? '{{provider}}' : honoured.variable}, ${honoured.dialect}` : 'none',
    rules: told.profile.normalizers?.length ?? 0,
    doctor_s: seconds,
    doctor: looked.code === 0 && told.scenario.green ? 'green' : 'red',
    scenario: played.code === 0 ? 'green' : 'red',
  };
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout: code === 0 ? stdout : stdout || stderr });
    });
  });
}

const COLUMNS = { agent: 20, version: 14, baseUrl: 40, rules: 7, doctor_s: 10, doctor: 8, scenario: 8 } as const;
const line = (cell: (column: keyof typeof COLUMNS) => string) =>
  (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
    .map((column) => cell(column).padEnd(COLUMNS[column]))
    .join('')
    .trimEnd();
console.log(`\n${line((column) => column)}`);
for (const row of rows) console.log(line((column) => String(row[column])));
await mkdir(join(root, '.artifacts'), { recursive: true });
await writeFile(join(root, '.artifacts/doctor.json'), `${JSON.stringify(rows, null, 2)}\n`);
process.exitCode = rows.every(({ doctor, scenario }) => doctor === 'green' && scenario === 'green') ? 0 : 1;
