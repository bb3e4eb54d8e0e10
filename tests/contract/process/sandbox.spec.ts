import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createSandbox } from '../../../harness/process/index.js';

test('makes the folders of a run below one root of its own, symlinks resolved', async ({}, testInfo) => {
  const parent = testInfo.outputPath('parent');
  await mkdir(parent, { recursive: true });
  const sandbox = await createSandbox('a scenario/../name', { parent });
  expect(path.basename(sandbox.root)).toMatch(/^playwright-acp-ascenario\.\.name-[0-9a-f]{12}$/);
  expect(path.dirname(sandbox.root)).toBe(await realpath(parent));
  expect((await readdir(sandbox.root)).sort()).toEqual(['cwd', 'home', 'run', 'tmp']);
  expect((await stat(sandbox.home)).mode & 0o777).toBe(0o700);
  await sandbox.remove();
  expect(existsSync(sandbox.root)).toBe(false);
});

test('removes what the agent made read-only, and is harmless when called twice', async ({}, testInfo) => {
  const parent = testInfo.outputPath('parent');
  await mkdir(parent, { recursive: true });
  const sandbox = await createSandbox('x', { parent });
  await mkdir(path.join(sandbox.cwd, 'locked', 'deep'), { recursive: true });
  await writeFile(path.join(sandbox.cwd, 'locked', 'deep', 'file'), '');
  await chmod(path.join(sandbox.cwd, 'locked', 'deep'), 0o500);
  await chmod(path.join(sandbox.cwd, 'locked'), 0o500);
  await sandbox.remove();
  await sandbox.remove();
  expect(await readdir(parent)).toEqual([]);
});

test('stands in the ledger as long as it exists', async ({}, testInfo) => {
  const parent = testInfo.outputPath('parent');
  const ledger = testInfo.outputPath('ledger');
  await mkdir(parent, { recursive: true });
  const sandbox = await createSandbox('x', { parent, ledger });
  expect(await readdir(ledger)).toHaveLength(1);
  await sandbox.remove();
  expect(await readdir(ledger)).toEqual([]);
});
