import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import * as profiles from '../../../harness/profiles/index.js';

const root = resolve(import.meta.dirname, '../../..');

/** Words that name an agent of another make; that of our own is an English word. */
const NAMES = Object.values(profiles)
  .map(({ name }) => name)
  .filter((name) => name !== 'reference');

test('nothing in harness/ knows an agent of another make by name outside of harness/profiles', async () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(4);
  const files = (await readdir(join(root, 'harness'), { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('profiles'),
  );
  const named: string[] = [];
  for (const name of files) {
    // What a comment gives as an example decides nothing.
    const code = (await readFile(join(root, 'harness', name), 'utf8')).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const agent of NAMES) if (new RegExp(`\\b${agent}\\b`).test(code)) named.push(`${name}: ${agent}`);
  }
  expect(named).toEqual([]);
});
