import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';

const repository = join(import.meta.dirname, '../../..');

/** A folder outside of the repository, with nothing installed. */
const test = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'playwright-acp-elsewhere-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 120_000 });

async function testAgents(folder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(repository, 'dist/tools/test-agents.js'), '--out', 'agents.json', ...args], {
    cwd: repository,
    env: { ...process.env, INIT_CWD: folder },
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** The module of a small agent; `changes` stand behind what it holds. */
const moduleOf = (changes = '') => `
import { defineAgent, idsAt, textAt } from 'playwright-acp/config';

const profile = defineAgent({
  name: 'elsewhere',
  command: ['{{node}}', '{{root}}/agent.mjs', 'chat'],
  env: { BASE_URL: '{{provider}}' },
  provider: { dialect: 'openai-chat', upstream: { variable: 'LIVE_URL' }, credentials: ['API_KEY'] },
  state: ['.foreign-agent'],
  normalizers: [
    idsAt('headers.x-foreign-session', 'session', 'sessions are named at random', { surface: 'requests' }),
    textAt('system', '(?<=Today is )\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d', '{{date}}', 'the calendar'),
  ],
});
const replies = {
  'Write the report.': [
    { toolCalls: [{ name: 'write_file', arguments: { path: 'report.txt', text: 'Three findings.' } }] },
    { text: 'The report is written.' },
  ],
  'What does the report say?': [{ toolCalls: [{ name: 'read_file', arguments: { path: 'report.txt' } }] }, { text: 'It says: three.' }],
};
export default { profile, version: '1.0.0', replies${changes} };
`;

test('an agent from elsewhere is recorded, replayed and changed as those of the repository are', async ({ folder }) => {
  cpSync(join(repository, 'tests/foreign-agents'), folder, { recursive: true });
  writeFileSync(join(folder, 'my-agent.mjs'), moduleOf());
  const { code, output } = await testAgents(folder, '--agent', 'my-agent.mjs', '--replays', '2');
  expect(output).toMatch(/date at system ×\d+: the calendar/);
  expect(code).toBe(0);
  const [result] = JSON.parse(readFileSync(join(folder, 'agents.json'), 'utf8')) as Record<string, unknown>[];
  expect(result).toMatchObject({ agent: 'elsewhere', version: '1.0.0', replays: 2, green: 2, unconsumed: 0, leftRunning: 0 });
  expect(result!['mutationsTried']).toBeGreaterThanOrEqual(6);
  expect(result!['mutationsCaught']).toBe(result!['mutationsTried']);
});

test('an agent that does not boot is told as in a recording, and its row stays empty', async ({ folder }) => {
  writeFileSync(join(folder, 'my-agent.mjs'), moduleOf(", profile: { ...profile, command: ['no-such-program'] }"));
  const { code, output } = await testAgents(folder, '--agent', 'my-agent.mjs');
  expect(code).toBe(1);
  expect(output).toContain('ACP_AGENT_NOT_FOUND');
  expect(JSON.parse(readFileSync(join(folder, 'agents.json'), 'utf8'))).toMatchObject([{ agent: 'elsewhere', green: 0, replays: 5 }]);
});

const WRONG: [title: string, text: string | undefined, code: string, says: string][] = [
  ['a module that is not there', undefined, 'ACP_AGENTS_MODULE_NOT_FOUND', 'my-agent.mjs'],
  ['a module that cannot be read', 'export default {', 'ACP_AGENTS_MODULE', 'SyntaxError'],
  ['one that imports what is not installed', "import 'no-such-package';", 'ACP_AGENTS_MODULE', 'no-such-package'],
  ['no default export', 'export const profile = {};', 'ACP_AGENTS_NO_DEFAULT', 'export default { profile, version, replies }'],
  ['an unknown key', moduleOf(', replys: {}'), 'ACP_AGENTS_UNKNOWN_KEY', 'did you mean "replies"?'],
  ['an unknown key of the profile', moduleOf(', profile: { ...profile, comand: [] }'), 'ACP_CONFIG_UNKNOWN_KEY', 'did you mean "command"?'],
  ['a profile that is none', moduleOf(', profile: 1'), 'ACP_AGENTS_INVALID', '"profile" must be'],
  [
    'a profile without a provider',
    moduleOf(", profile: { name: 'x', command: ['x'] }"),
    'ACP_AGENTS_INVALID',
    '"profile.provider" must be there',
  ],
  ['replies that are none', moduleOf(', replies: { a: 1 }'), 'ACP_AGENTS_INVALID', '"replies" must be'],
  ['no version', moduleOf(', version: 1'), 'ACP_AGENTS_INVALID', '"version" must be'],
];

for (const [title, text, code, says] of WRONG)
  test(`${title}: ${code}, and nothing is run`, async ({ folder }) => {
    if (text !== undefined) writeFileSync(join(folder, 'my-agent.mjs'), text);
    const told = await testAgents(folder, '--agent', 'my-agent.mjs');
    expect(told.code).toBe(2);
    expect(told.output).toMatch(new RegExp(`^${code}$`, 'm'));
    expect(told.output).toContain(says);
    expect(told.output).not.toContain('    at ');
  });

test('a name that nobody has, an unknown option, a count that is none', async ({ folder }) => {
  expect(await testAgents(folder, 'codex-apc')).toMatchObject({ code: 2, output: expect.stringContaining('did you mean "codex-acp"?') });
  for (const args of [
    ['--agnet', 'x'],
    ['--replays', 'many'],
  ])
    expect(await testAgents(folder, ...args)).toMatchObject({ code: 2, output: expect.stringContaining('ACP_AGENTS_USAGE') });
});
