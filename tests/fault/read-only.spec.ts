import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type InlineProject } from '../contract/fixtures/inline.js';
import { agentSource, inputSource, projectFiles } from '../contract/fixtures/projects.js';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'read-only.mjs')).href;
const readOnly = ({ dir }: InlineProject) => ({ NODE_OPTIONS: `--import=${PRELOAD}`, READ_ONLY: join(dir, 'snapshots') });

test('record into a read-only folder is told as that, by code, path and reason, and writes nothing', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['fresh', 'old']));
  expect(await project.cli(['record', 'old'])).toMatchObject({ exitCode: 0 });
  const before = project.state('snapshots');
  for (const args of [['fresh'], ['old', '--overwrite'], ['--new', 'greeting', '--prompt', 'hello']]) {
    const refused = await project.cli(['record', ...args], readOnly(project));
    expect(refused.output).toContain('ACP_SCENARIO_NOT_WRITABLE');
    expect(refused.output).toContain('EROFS: read-only file system');
    expect(refused.output).toContain('make the folder writable');
    expect(refused.output).not.toContain('written to');
    expect(refused.exitCode).toBe(1);
    expect(project.state('snapshots')).toEqual(before);
  }
  // The green control.
  expect(await project.cli(['record', 'fresh'])).toMatchObject({ exitCode: 0 });
});

test('refresh of a read-only folder is told as that, and writes none of several files', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greeting']));
  expect(await project.run(['-u'])).toMatchObject({ exitCode: 0 });
  project.write('agent.mjs', agentSource('goodbye'));
  project.write('snapshots/greeting/input.jsonl', inputSource('greeting', 'all of you'));
  const before = project.state('snapshots');
  for (const args of [['-u'], ['--update-snapshots=all']]) {
    const refused = await project.run(args, readOnly(project));
    expect(refused, refused.output).toMatchObject({ exitCode: 1, failed: 1 });
    expect(refused.output).toContain('ACP_SCENARIO_NOT_WRITABLE');
    expect(refused.output).toContain('EROFS: read-only file system');
    expect(project.state('snapshots')).toEqual(before);
  }
  expect(await project.run(['-u'])).toMatchObject({ exitCode: 0 });
  expect(project.read('snapshots/greeting/transcript.expected.jsonl')).toContain('goodbye all of you');
});

test('check finishes nothing on a read-only folder, and tells what was interrupted', async ({ inlineProject }) => {
  const project = inlineProject(projectFiles(['greeting']));
  expect(await project.cli(['record', 'greeting'])).toMatchObject({ exitCode: 0 });
  const dead = 2 ** 22 + 7;
  project.write(`snapshots/.greeting.acp-next.${dead}/input.jsonl`, inputSource('greeting', 'the new one'));
  project.write('snapshots/.greeting.acp-swap', String(dead));
  const before = project.state('snapshots');
  const refused = await project.cli(['check'], readOnly(project));
  expect(refused.exitCode, refused.output).toBe(2);
  expect(refused.output).toContain('ACP_SCENARIO_NOT_WRITABLE');
  expect(project.state('snapshots')).toEqual(before);
});
