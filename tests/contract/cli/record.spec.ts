import { expect, test } from '../fixtures/inline.js';
import { configSource, inputSource, projectFiles } from '../fixtures/projects.js';

test('records a scenario from a TypeScript config, tells what it did, and leaves a green test', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greeting', 'other']));
  const recorded = await project.cli(['record', 'greeting']);
  expect(recorded.output).toContain('prompt "hello"');
  expect(recorded.output).toContain('written to snapshots/greeting');
  expect(recorded.output).toContain('transcript.expected.jsonl');
  expect(recorded.output).toMatch(/provenance: recorded, \d{4}-.*playwright-acp \d/);
  expect(recorded.exitCode).toBe(0);
  expect(Object.keys(project.state('snapshots'))).toEqual([
    'greeting/input.jsonl',
    'greeting/outcome.expected.json',
    'greeting/transcript.expected.jsonl',
    'other/input.jsonl',
  ]);
  expect(await project.run(['-g', 'greeting', '--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });
});

test('without names it records what is not recorded yet, and refuses to replace without --overwrite', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greeting', 'other']));
  expect(await project.cli(['record', 'greeting'])).toMatchObject({ exitCode: 0 });
  const greeting = project.state('snapshots/greeting');
  const rest = await project.cli(['record']);
  expect(rest).toMatchObject({ exitCode: 0 });
  expect(rest.output).toContain('written to snapshots/other');
  expect(project.state('snapshots/greeting')).toEqual(greeting);

  const refused = await project.cli(['record', 'greeting']);
  expect(refused.output).toContain('ACP_SCENARIO_EXISTS');
  expect(refused.exitCode).toBe(1);
  expect(project.state('snapshots/greeting')).toEqual(greeting);

  project.write('snapshots/greeting/input.jsonl', inputSource('greeting', 'again'));
  // Its replay says something else now: that may be a bug, so it takes a reason.
  const red = await project.cli(['record', 'greeting', '--overwrite']);
  expect(red.output).toContain('ACP_RECORD_RED');
  expect(red.output).toMatch(/transcript +1 value/);
  expect(red.exitCode).toBe(1);
  expect(project.read('snapshots/greeting/transcript.expected.jsonl')).toContain('hello hello');
  const again = await project.cli(['record', 'greeting', '--overwrite', '--reason', 'it greets again']);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.output).toMatch(/it was red before\n +transcript +1 value\n/);
  expect(again.output).toMatch(/old against new\n +transcript +1 value\n/);
  expect(again.output).toContain('because: it greets again');
  expect(project.read('snapshots/greeting/input.jsonl')).toContain('"reason":"it greets again"');
  expect(project.read('snapshots/greeting/transcript.expected.jsonl')).toContain('hello again');
});

test('is refused in CI, and writes nothing; the same without CI is the green control', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greeting']));
  const before = project.state('snapshots');
  for (const env of [{ CI: '1' }, { CI: 'TRUE' }, { CI: 'yes' }, { GITHUB_ACTIONS: 'true' }]) {
    const refused = await project.cli(['record', 'greeting', '--overwrite'], env);
    expect(refused.output, JSON.stringify(env)).toContain('ACP_RECORD_IN_CI');
    expect(refused.exitCode).toBe(1);
    expect(project.state('snapshots')).toEqual(before);
  }
  expect(await project.cli(['record', 'greeting'], { CI: '0' })).toMatchObject({ exitCode: 0 });
});

test('is refused without a credential of the profile, and names the variable', async ({ inlineProject }) => {
  const config = configSource().replace(
    "'{{root}}/agent.mjs']",
    "'{{root}}/agent.mjs'], session: { logs: '{{home}}/logs', listen: () => ({ args: [], files: {} }), credentials: ['TINY_API_KEY'] }",
  );
  const input = inputSource('greeting').replace('"seam":"none"', '"seam":"session"');
  const project = inlineProject(projectFiles([], { 'playwright.config.ts': config, 'snapshots/greeting/input.jsonl': input }));
  const before = project.state('snapshots');
  const refused = await project.cli(['record', 'greeting']);
  expect(refused.output).toContain('ACP_RECORD_NO_CREDENTIAL');
  expect(refused.output).toContain('TINY_API_KEY');
  expect(refused.exitCode).toBe(1);
  // With one the run begins, and the agent that never loads the listener is found out.
  const silent = await project.cli(['record', 'greeting'], { TINY_API_KEY: 'a-key-that-is-long' });
  expect(silent.output).toContain('ACP_RECORD_NOTHING_CAPTURED');
  expect(silent.output).not.toContain('a-key-that-is-long');
  expect(silent.exitCode).toBe(1);
  expect(project.state('snapshots')).toEqual(before);
});

test('one scenario that fails does not stop the others, and the exit code tells', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['other'], { 'snapshots/broken/input.jsonl': inputSource('broken', 'crash') }));
  const result = await project.cli(['record', 'broken', 'othr', 'other']);
  expect(result.output).toContain('ACP_RECORD_REFUSED');
  expect(result.output).toContain('did you mean "other"?');
  expect(result.output).toContain('written to snapshots/other');
  expect(result.exitCode).toBe(1);
  expect(project.exists('snapshots/broken/transcript.expected.jsonl')).toBe(false);
});

test("the user's own global setup runs before the recording, and --config and --dir are followed", async ({ inlineProject }) => {
  const config = configSource(`globalSetup: './setup.ts',`);
  const files = projectFiles([], {
    'setup.ts': `export default () => console.log('their setup');\n`,
    'custom.config.ts': config,
    'elsewhere/greeting/input.jsonl': inputSource('greeting'),
  });
  delete files['playwright.config.ts'];
  const project = inlineProject(files);
  const result = await project.cli(['record', 'greeting', '--config', 'custom.config.ts', '--dir', 'elsewhere']);
  expect(result.output).toMatch(/their setup[^]*written to elsewhere\/greeting/);
  expect(result.exitCode).toBe(0);
});

test('a config that is not built with defineConfig, and one that throws, are told', async ({ inlineProject }) => {
  const plain = `import { defineConfig } from '@playwright/test';\nexport default defineConfig({});\n`;
  const project = inlineProject(projectFiles(['greeting'], { 'playwright.config.ts': plain }));
  const result = await project.cli(['record', 'greeting']);
  expect(result.output).toContain('ACP_CLI_CONFIG');
  expect(result.exitCode).toBe(1);
  project.write('playwright.config.ts', configSource('globalSetup: (() => { throw new Error("the config is broken"); })(),'));
  const broken = await project.cli(['record', 'greeting']);
  expect(broken.output).toContain('the config is broken');
  expect(broken.exitCode).toBe(1);
});

test('--new makes a scenario from nothing and records it; a name that is taken is refused', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['other']));
  const made = await project.cli(['record', '--new', 'greeting', '--prompt', 'hello']);
  expect(made.output).toContain('written to snapshots/greeting');
  expect(made.exitCode).toBe(0);
  const [header, ...steps] = project.read('snapshots/greeting/input.jsonl').trim().split('\n');
  expect(JSON.parse(header!)).toMatchObject({ scenario: 'greeting', seam: 'none', provenance: { kind: 'recorded' } });
  expect(steps.map((line) => (JSON.parse(line) as { op: string }).op)).toEqual(['initialize', 'new_session', 'prompt']);
  expect(await project.run(['-g', 'greeting', '--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });

  const before = project.state('snapshots');
  const taken = await project.cli(['record', '--new', 'other', '--prompt', 'hello']);
  expect(taken.output).toContain('ACP_RECORD_NEW_EXISTS');
  expect(taken.exitCode).toBe(1);
  // What cannot be recorded leaves no half of a scenario behind.
  const broken = await project.cli(['record', '--new', 'broken', '--prompt', 'crash']);
  expect(broken.output).toContain('ACP_RECORD_REFUSED');
  expect(project.state('snapshots')).toEqual(before);
  expect(project.exists('snapshots/broken')).toBe(false);
  for (const args of [
    ['--new', 'x'],
    ['--prompt', 'x'],
    ['other', '--agent', 'x'],
    ['other', '--new', 'x', '--prompt', 'y'],
    ['--reason', 'x'],
  ]) {
    const misused = await project.cli(['record', ...args]);
    expect(misused.output).toContain('ACP_CLI_OPTION');
    expect(misused.exitCode).toBe(2);
  }
});
