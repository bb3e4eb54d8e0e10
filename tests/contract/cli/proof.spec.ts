import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, type InlineProject } from '../fixtures/inline.js';
import { agentSource, configSource, inputSource, projectFiles } from '../fixtures/projects.js';

const repository = resolve(import.meta.dirname, '../../..');

/** The tiny agent says something that differs from run to run: its pid, in a message. */
const FLAKY = agentSource('hello').replace(`"hello" + ' ' + text`, `'pid ' + process.pid + ' ' + text`);

async function recorded(project: InlineProject): Promise<void> {
  const { exitCode, output } = await project.run(['--update-snapshots=missing']);
  expect(exitCode, output).toBe(0);
}

interface Figures {
  leaves: number;
  semantic: { tried: number; caught: number; survivors: { scenario: string; kind: string; where: string }[] };
  volatile: { tried: number; flagged: number };
  source: { tried: number; caught: number };
}

/** Only figures stand on stdout: what else is printed goes to stderr, which comes with it here. */
const figuresIn = (output: string) => JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Figures;

/** The keys of a value, without what they hold. */
const keysOf = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, typeof inner === 'object' && !Array.isArray(inner) ? keysOf(inner as object) : 0]),
  );

test('mutate finds every change of a run caught, and no volatile one flagged', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greets']));
  await recorded(project);
  const before = project.state();
  const told = await project.cli(['mutate', 'greets']);
  expect(told.exitCode, told.output).toBe(0);
  const [, leaves, ...classes] = /leaves\s+(\d+) = (\d+) semantic \+ (\d+) volatile \+ (\d+) structural/.exec(told.output)!.map(Number);
  expect(classes.reduce((sum, count) => sum + count, 0)).toBe(leaves);
  expect(told.output).toContain('client row (context)');
  expect(told.output).toMatch(/a sample, seed \d+; all with --full/);

  const { exitCode, output } = await project.cli(['mutate', '--json', '--seed', '5']);
  const figures = figuresIn(output);
  expect(exitCode).toBe(0);
  expect(figures.semantic.tried).toBeGreaterThan(20);
  expect(figures).toMatchObject({
    semantic: { caught: figures.semantic.tried, survivors: [] },
    volatile: { flagged: 0 },
    source: { tried: 0, caught: 0 },
  });
  // These keys and no other.
  expect(keysOf(figures)).toEqual({
    leaves: 0,
    semantic: { tried: 0, caught: 0, survivors: 0 },
    volatile: { tried: 0, flagged: 0 },
    source: { tried: 0, caught: 0 },
  });
  expect(figures.leaves).toBe(leaves);
  expect(output).toContain('seed 5');
  expect(project.state(), 'mutate writes nothing').toEqual(before);
});

test('a hole in the suite is a survivor: a rule that says a text is checked elsewhere, where nobody checks it', async ({
  inlineProject,
}) => {
  const planted = `normalizers: [{ name: 'hole', reason: 'the pin of the header class holds the system prompt', surface: 'transcript', path: 'params.update.content.text', token: '{{hole}}' }]`;
  const project = inlineProject(
    projectFiles(['greets'], {
      'playwright.config.ts': configSource().replace(`'{{root}}/agent.mjs'] }`, `'{{root}}/agent.mjs'], ${planted} }`),
      'snapshots/greets/input.jsonl': inputSource('greets', 'hello', ['transcript']),
    }),
  );
  await recorded(project);
  const { exitCode, output } = await project.cli(['mutate', '--json']);
  expect(figuresIn(output).semantic.survivors).toEqual([
    {
      scenario: 'greets',
      kind: 'text',
      where: expect.stringMatching(/^frame \d+ value\.params\.update\.content\.text$/) as unknown as string,
    },
  ]);
  expect(exitCode).toBe(1);
  const told = await project.cli(['mutate']);
  expect(told.output).toMatch(/survivor\s+greets: text, frame \d+ value\.params\.update\.content\.text/);
});

test('a scenario that does not pass is told, and not measured', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greets']));
  await recorded(project);
  project.write('agent.mjs', agentSource('goodbye'));
  const { exitCode, output } = await project.cli(['mutate']);
  expect(exitCode).toBe(1);
  expect(output).toContain('ACP_MUTATE_NOT_GREEN');
  expect(output).toContain('transcript (changed)');
});

test('prove reports an agent that puts its pid into a message', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greets'], { 'agent.mjs': FLAKY }));
  await recorded(project);
  const { exitCode, output } = await project.cli(['prove']);
  expect(output).toContain('Varied and not normalized: would fail by chance');
  expect(output).toMatch(/greets: transcript, .*pieces\[0\].*pid \d+ hello.* → .*pid \d+ hello/);
  expect(exitCode).toBe(1);
});

test('prove names what was varied, what is impossible here, and each field', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greets']));
  await recorded(project);
  const { exitCode, output } = await project.cli(['prove']);
  expect(output).toMatch(/working folder\s+\/.+\/cwd → \/.+another root.+\/cwd/);
  expect(output).toMatch(/agent request numbers\s+impossible here/);
  expect(output).toMatch(/frames, response, value\.id \(client-request id\): 0 → 7001/);
  expect(output).toMatch(/frames, response, value\.result\.sessionId \(session id\)/);
  expect(output).toMatch(/0 varied and not normalized, 0 normalized and never varied/);
  expect(exitCode, output).toBe(0);
});

test('prove tells what would fail by chance: an agent that shows its time zone', async ({ inlineProject }) => {
  const zone = agentSource('hello').replace(`"hello" + ' ' + text`, `(process.env.TZ ?? '') + ' ' + text`);
  const project = inlineProject(projectFiles(['greets'], { 'agent.mjs': zone }));
  await recorded(project);
  const { exitCode, output } = await project.cli(['prove']);
  expect(output).toContain('Varied and not normalized: would fail by chance');
  expect(output).toMatch(/greets: transcript, .*pieces\[0\].*UTC hello.*Pacific\/Chatham hello/);
  expect(exitCode).toBe(1);
});

test('prove tells a normalizer that nothing needed', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greets'], { 'agent.mjs': agentSource('hello').replace(`+ '-' + process.pid`, '') }));
  await recorded(project);
  const { exitCode, output } = await project.cli(['prove', '--json']);
  const proof = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as { constant: { normalizers: string[] }[] };
  expect(proof.constant.flatMap(({ normalizers }) => normalizers)).toContain('session id');
  expect(exitCode).toBe(1);
});

test('wrong usage of both commands is told', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles([]));
  expect(await project.cli(['mutate', '--seed', 'x'])).toMatchObject({ exitCode: 2 });
  expect((await project.cli(['mutate', '--ful'])).output).toContain('did you mean "--full"?');
  expect((await project.cli(['prove', '--help'])).output).toContain('Usage: playwright-acp prove');
  expect((await project.cli(['mutate', '--help'])).output).toContain('--full');
});

test('what the model said is changed too, and the reference agent notices', async ({ inlineProject }) => {
  const project = inlineProject({
    'playwright.config.ts': `
      import { defineConfig, referenceAgent } from 'playwright-acp/config';
      export default defineConfig({ acp: { agents: [referenceAgent], scenarios: 'snapshots' }, testDir: '.' });
    `,
  });
  for (const name of ['text-turn', 'tool-call']) {
    mkdirSync(join(project.dir, 'snapshots', name), { recursive: true });
    cpSync(join(repository, 'tests/snapshots', name), join(project.dir, 'snapshots', name), { recursive: true });
  }
  const { exitCode, output } = await project.cli(['mutate', 'tool-call', '--json', '--seed', '1']);
  expect(exitCode, output).toBe(0);
  expect(figuresIn(output)).toMatchObject({ semantic: { survivors: [] }, volatile: { flagged: 0 }, source: { tried: 3, caught: 3 } });
  expect(readdirSync(join(project.dir, 'snapshots')).sort()).toEqual(['text-turn', 'tool-call']);
});
