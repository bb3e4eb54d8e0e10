import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from './installed.js';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

/** The files that the README tells its reader to write: a paragraph that starts with the path, then the text. */
const files = [...readme.matchAll(/^`([\w./-]+\.(?:ts|jsonl|json))`[^\n]*\n\n```\w+\n([\s\S]*?)^```/gm)].map(([, path, text]) => ({
  path: path!,
  text: text!,
}));

test.describe.configure({ timeout: 180_000 });

test('the README, followed word for word in an empty folder, gives a green scenario', async ({ installed }) => {
  expect(files.map(({ path }) => path)).toEqual([
    'playwright.config.ts',
    'tests/snapshots.spec.ts',
    'tests/snapshots/hello/input.jsonl',
    'tests/snapshots/hello/replay.override.json',
  ]);
  for (const { path, text } of files) installed.write(path, text);

  const cli = join('node_modules', 'playwright-acp', 'dist', 'cli.js');
  const recorded = await installed.run(process.execPath, [cli, 'record', 'hello']);
  expect(recorded.output).toContain('hello');
  expect(recorded.code, recorded.output).toBe(0);

  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const replayed = await installed.run(process.execPath, [playwright, 'test']);
  expect(replayed.output).toContain('1 passed');
  expect(replayed.code, replayed.output).toBe(0);

  const inCi = await installed.run(process.execPath, [playwright, 'test'], { CI: '1' });
  expect(inCi.code, inCi.output).toBe(0);
});
