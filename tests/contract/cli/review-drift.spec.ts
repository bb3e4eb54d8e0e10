import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures/inline.js';
import { git } from './reviewed.js';

test('after a drifted request nothing is offered; the refresh command that is printed leads to green, without a key', async ({
  inlineProject,
}) => {
  const folder = fileURLToPath(new URL('../../snapshots/text-turn', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  const project = inlineProject({
    'playwright.config.ts': `
import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({ acp: { agents: [referenceAgent], scenarios: 'snapshots' }, testDir: '.', reporter: [['line'], ['playwright-acp/reporter', { open: 'never' }]] });
`,
    'all.spec.ts': `import { defineScenarios } from 'playwright-acp';\ndefineScenarios('./snapshots');\n`,
    ...Object.fromEntries(names.map((name) => [`snapshots/text-turn/${name}`, readFileSync(join(folder, name), 'utf8')])),
  });
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
