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
  'picky.template.json': '{"url":"{{provider}}"}\n',
  'playwright.config.ts': CONFIG,
  'all.spec.ts': `import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('./snapshots');\n`,
};

async function doctor(project: InlineProject, options: string[], command: string[]): Promise<Told> {
  const { output } = await project.cli(['doctor', '--json', '--write', 'agent-profile.ts', ...options, '--', ...command]);
  return JSON.parse(output) as Told;
}

const repository = join(import.meta.dirname, '../../..');
const foreign = join(repository, 'tests/foreign-agents/agent.mjs');
const picky = ['node', join(repository, 'tests/foreign-agents/picky.mjs')];
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
  {
    title: 'one that asks for JSON of a schema first, and names the day in its prompt',
    command: [...picky, 'router', 'dated'],
    says: ['OPENAI_BASE_URL', 'openai-chat'],
  },
  {
    title: 'one that wants a key, in a variable that its way to authenticate names',
    command: [...picky, 'key'],
    says: ['OPENAI_BASE_URL', 'openai-chat'],
  },
  {
    title: 'one whose base URL is an argument, and that names a file at random',
    command: [...picky, 'base={{provider}}', 'tmp'],
    says: ['OPENAI_BASE_URL', 'openai-chat'],
  },
  {
    title: 'one whose base URL stands in a file',
    options: ['--file', '{{home}}/.picky.json=picky.template.json'],
    command: [...picky, 'config'],
    says: ['OPENAI_BASE_URL', 'openai-chat'],
  },
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
    { path: 'system', surface: 'requests', reason: 'the calendar' },
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
  for (const args of [
    ['doctor'],
    ['doctor', 'node', 'agent.mjs'],
    ['doctor', '--env', 'x', '--', 'node'],
    ['doctor', '--file', '{{home}}/x=no-such-file', '--', 'node'],
    ['doctor', '--timeout', '0', '--', 'node'],
    ['doctor', '--node', 'new', '--', 'node'],
  ])
    expect(await project.cli(args)).toMatchObject({ exitCode: 2 });
  const before = project.read('all.spec.ts');
  const refused = await project.cli(['doctor', '--write', 'all.spec.ts', '--', 'node', 'agent.mjs']);
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.output).toContain('Nothing was written');
  expect(project.read('all.spec.ts')).toBe(before);
});

test('what doctor found to be volatile, needed or another place is in the profile', async ({ inlineProject }) => {
  const project = inlineProject(FILES);
  const { profile } = await doctor(project, [], [...picky, 'router', 'dated', 'key', 'tmp']);
  expect(profile).toMatchObject({
    env: { OPENAI_BASE_URL: '{{provider}}', TMPDIR: '{{home}}/.agent-tmp' },
    provider: { credentials: ['API_KEY_OF_PICKY'] },
    normalizers: [{ path: 'system', reason: 'the calendar' }],
    state: ['.agent-tmp'],
  });
  const authored = project.read('snapshots/hello/provider-replay.jsonl');
  expect(authored).toContain(String.raw`"when":{"json":true},"text":"{\"reason\":\"Hello from a scripted model.\",\"level\":3}"`);
  expect(project.read('snapshots/hello/input.jsonl')).toContain('{"op":"authenticate","methodId":"api-key"}');
});

/** Seconds: as short as they go, but where a boot has to come through first. */
const STUCK = [
  { wants: ['silent'], timeout: '1', code: 'ACP_DOCTOR_NO_ANSWER', says: ['initialize; it was waited for', '--acp', '--timeout'] },
  {
    wants: ['browser'],
    timeout: '8',
    code: 'ACP_DOCTOR_REFUSED',
    says: [
      'session/new with an error',
      '-32000 Authentication required',
      /authenticate "browser-login" +authenticate: no answer after \d+ ms/,
      '--env',
    ],
  },
  {
    wants: ['ignores'],
    timeout: '8',
    code: 'ACP_DOCTOR_NO_ANSWER',
    says: [
      'session/prompt; it was waited for',
      /model calls +none/,
      /tried to reach +api\.openai\.com/,
      'put {{provider}} where it reads its base URL',
    ],
  },
];

for (const { wants, timeout, code, says } of STUCK)
  test(`${wants.join()}: doctor comes to an end, and says what it saw, how long it waited, and what to do`, async ({ inlineProject }) => {
    const { exitCode, output } = await inlineProject(FILES).cli(['doctor', '--timeout', timeout, '--', ...picky, ...wants]);
    expect(exitCode).toBe(1);
    expect(output).toContain(code);
    for (const text of says)
      expect(output).toMatch(text instanceof RegExp ? text : new RegExp(text.replaceAll(/[{}.()/]/g, String.raw`\$&`)));
  });

test('an agent that calls its provider itself and carries on has no base URL that could be replaced', async ({ inlineProject }) => {
  const { exitCode, output } = await inlineProject(FILES).cli(['doctor', '--', ...picky, 'ignores', 'carries-on']);
  expect(exitCode).toBe(1);
  expect(output).toContain('ACP_DOCTOR_NO_BASE_URL');
});
