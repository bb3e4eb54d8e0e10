import { join } from 'node:path';
import { programPath } from '../../faulty-agents/booted.js';
import { expect, test, type InlineProject } from '../fixtures/inline.js';
import { agentSource } from '../fixtures/projects.js';

interface Told {
  agentInfo?: { name: string };
  honoured?: { variable: string; dialect: string };
  profile: { name: string; command: string[]; hosts?: { host: string }[]; normalizers?: { path: string }[] };
  network: { attempts: { host: string; via: string }[] };
  exit: { shutdown: string };
  wrote: { home: string[] };
  scenario: { green: boolean; files: string[]; problems: unknown[] };
  written: string[];
}

const CONFIG = `
import { defineConfig } from 'playwright-acp/config';
import agent from './agent-profile.js';
export default defineConfig({ acp: { agents: [agent], scenarios: 'snapshots' }, testDir: '.' });
`;

const FILES = {
  'agent.mjs': agentSource('hello'),
  'playwright.config.ts': CONFIG,
  'all.spec.ts': `import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('./snapshots');\n`,
};

async function doctor(project: InlineProject, options: string[], command: string[]): Promise<Told> {
  const { output } = await project.cli(['doctor', '--json', '--write', 'agent-profile.ts', ...options, '--', ...command]);
  return JSON.parse(output) as Told;
}

const repository = join(import.meta.dirname, '../../..');
const foreign = join(repository, 'tests/foreign-agents/agent.mjs');
const AGENTS = [
  { title: 'the reference agent', command: ['node', join(repository, 'dist/agent/main.js')], says: ['DEEPSEEK_BASE_URL', 'openai-chat'] },
  {
    title: 'one of another make',
    options: ['--variable', 'BASE_URL'],
    command: ['node', foreign, 'chat'],
    says: ['BASE_URL', 'openai-chat'],
  },
  {
    title: 'the same in another dialect',
    options: ['--variable', 'BASE_URL'],
    command: ['node', foreign, 'anthropic'],
    says: ['BASE_URL', 'anthropic'],
  },
  { title: 'one without a model', command: ['node', 'agent.mjs'], says: [] },
];

for (const { title, options = [], command, says } of AGENTS) {
  test(`${title}: the profile that doctor writes boots it, unedited, and its scenario passes`, async ({ inlineProject }) => {
    const project = inlineProject(FILES);
    const told = await doctor(project, options, command);
    expect(told.scenario).toMatchObject({ green: true, problems: [] });
    expect([told.honoured?.variable, told.honoured?.dialect].filter(Boolean)).toEqual(says);
    expect(told.scenario.files).toContain('transcript.expected.jsonl');
    expect(await project.run(['--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });
  });
}

test('what differs per run in another folder becomes a rule, with its reason', async ({ inlineProject }) => {
  const told = await doctor(inlineProject(FILES), ['--variable', 'BASE_URL'], ['node', foreign, 'chat']);
  expect(told.profile.normalizers).toMatchObject([
    { path: 'headers.x-foreign-session', surface: 'requests', reason: 'ids are named at random' },
  ]);
  expect(told.wrote.home).toEqual([expect.stringMatching(/^\.foreign-agent\/sessions\/.*\.jsonl$/)]);
});

test('what an agent tries to reach and that it does not end are told, and named in what is written', async ({ inlineProject }) => {
  const project = inlineProject(FILES);
  const reaching = await doctor(project, [], ['node', programPath('reaches-out'), '1', 'proxy']);
  expect(reaching.network.attempts).toMatchObject([{ host: 'telemetry.example.com', via: 'proxy' }]);
  expect(reaching.profile.hosts).toMatchObject([{ host: 'telemetry.example.com' }]);
  expect(await project.run(['--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });
  const words = await project.cli(['doctor', '--', 'node', programPath('ignores-stdin-end')]);
  expect(words.output).toMatch(/ends with stdin +no, sigterm was needed/);
  expect(words.output).toMatch(/base URL +no variable that is known was honoured/);
  expect(words.output).toContain('defineAgent({');
});

test('an agent that does not start is told as in a run; wrong usage is 2; nothing is overwritten', async ({ inlineProject }) => {
  const project = inlineProject(FILES);
  const missing = await project.cli(['doctor', '--', 'no-such-agent']);
  expect(missing).toMatchObject({ exitCode: 1 });
  expect(missing.output).toContain('ACP_AGENT_NOT_FOUND');
  for (const args of [['doctor'], ['doctor', 'node', 'agent.mjs'], ['doctor', '--env', 'x', '--', 'node']])
    expect(await project.cli(args)).toMatchObject({ exitCode: 2 });
  const before = project.read('all.spec.ts');
  const refused = await project.cli(['doctor', '--write', 'all.spec.ts', '--', 'node', 'agent.mjs']);
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.output).toContain('Nothing was written');
  expect(project.read('all.spec.ts')).toBe(before);
});
