import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures/inline.js';
import { git } from './reviewed.js';

/** A project of the reference agent with copies of committed scenarios. */
function filesOf(...scenarios: string[]): Record<string, string> {
  const copies = scenarios.flatMap((scenario) => {
    const folder = fileURLToPath(new URL(`../../snapshots/${scenario}`, import.meta.url));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
    return names.map((name) => [`snapshots/${scenario}/${name}`, readFileSync(join(folder, name), 'utf8')] as const);
  });
  return {
    'playwright.config.ts': `
import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({ acp: { agents: [referenceAgent], scenarios: 'snapshots' }, testDir: '.', reporter: [['line'], ['playwright-acp/reporter', { open: 'never' }]] });
`,
    'all.spec.ts': `import { defineScenarios } from 'playwright-acp';\ndefineScenarios('./snapshots');\n`,
    ...Object.fromEntries(copies),
  };
}

test('after a drifted request nothing is offered; the refresh command that is printed leads to green, without a key', async ({
  inlineProject,
}) => {
  const project = inlineProject(filesOf('text-turn'));
  const input = project.read('snapshots/text-turn/input.jsonl');
  project.write('snapshots/text-turn/input.jsonl', input.replace('Say hello in one short sentence.', 'Say goodbye in one short sentence.'));
  git(project, 'init', '-q');
  git(project, 'add', 'snapshots');
  expect((await project.run([], { CI: '1' })).exitCode).toBe(1);

  const { output, exitCode } = await project.cli(['apply', 'playwright-acp-report', '--accept', 'all']);
  expect(exitCode).toBe(1);
  expect(output).toContain('0 surfaces accepted.');
  expect(output).toContain('requests:text-turn   changed, 1 change, not offered: never accepted: ACP_REPLAY_DRIFT');
  expect(output).toContain('transcript:text-turn   not reached, not offered: model call 1');
  expect(git(project, 'diff', '--name-only')).toBe('');
  const command = /npx playwright test (-g "text-turn" --update-snapshots)/.exec(output);
  expect(command, output).not.toBeNull();

  expect((await project.run(['-g', 'text-turn', '--update-snapshots'])).exitCode).toBe(0);
  expect(git(project, 'diff', '--name-only').split('\n')).toContain('snapshots/text-turn/requests.expected.jsonl');
  expect(git(project, 'diff', '--name-only')).not.toContain('text-turn/session.jsonl');
  expect((await project.run([], { CI: '1' })).exitCode).toBe(0);
});

test('a prompt that another scenario holds is refreshed with that one: the command that is printed leads to green', async ({
  inlineProject,
}) => {
  const project = inlineProject(filesOf('text-turn', 'tool-call'));
  const prompt = 'snapshots/text-turn/system-prompt.expected.md';
  project.write(prompt, project.read(prompt).replace('You are', 'You were'));
  git(project, 'init', '-q');
  git(project, 'add', 'snapshots');
  const red = await project.run(['-g', 'tool-call'], { CI: '1' });
  expect(red.exitCode).toBe(1);
  const { output } = await project.cli(['apply', 'playwright-acp-report', '--accept', 'all']);
  expect(output).toContain('npx playwright test -g "text-turn|tool-call" --update-snapshots');
  expect((await project.run(['-g', 'text-turn|tool-call', '--update-snapshots'])).exitCode).toBe(0);
  expect(git(project, 'diff', '--name-only').trim()).toBe(prompt);
  expect((await project.run([], { CI: '1' })).exitCode).toBe(0);
});
