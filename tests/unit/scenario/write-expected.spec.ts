import { chmod, mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScenario, seedWorkspace, writeExpected } from '../../../harness/scenario/index.js';
import { expect, problemOf, scenario, test, tree } from './support.js';

const bytes = (text: string) => Buffer.from(text);

test('writes, replaces and removes expected files, and says what changed', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace.expected/old/deep/a.txt': 'a', 'workspace.expected/b.txt': 'b' });
  const loaded = await loadScenario(dir);
  const before = await tree(dir);
  const result = writeExpected(
    loaded,
    new Map([
      ['workspace.expected/old/deep/a.txt', undefined],
      ['workspace.expected/b.txt', bytes('b2')],
      ['workspace.expected/old', bytes('now a file')],
      ['outcome.expected.json', undefined],
    ]),
  );
  expect(result).toEqual({
    written: ['workspace.expected/b.txt', 'workspace.expected/old'],
    removed: ['workspace.expected/old/deep/a.txt'],
  });
  expect(await tree(folder)).toEqual({
    'x/input.jsonl': before['input.jsonl'],
    'x/session.jsonl': before['session.jsonl'],
    'x/workspace.expected/b.txt': 'b2',
    'x/workspace.expected/old': 'now a file',
  });
  expect([...loaded.files.expected.keys()].sort()).toEqual(['session.jsonl', 'workspace.expected/b.txt', 'workspace.expected/old']);
});

test('writes nothing where the bytes are equal', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace.expected/b.txt': 'b' });
  const loaded = await loadScenario(dir);
  const before = await stat(join(dir, 'workspace.expected/b.txt'), { bigint: true });
  expect(writeExpected(loaded, new Map([['workspace.expected/b.txt', bytes('b')]]))).toEqual({ written: [], removed: [] });
  const after = await stat(join(dir, 'workspace.expected/b.txt'), { bigint: true });
  expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([before.ino, before.mtimeNs, before.ctimeNs]);
});

test('writes none of several files where the system refuses one, and takes back what it had written', async ({ folder }) => {
  const dir = await scenario(folder, 'x', {
    'workspace.expected/a.txt': 'a',
    'workspace.expected/gone.txt': 'gone',
    'workspace.expected/blocked': 'a file where a folder is needed',
  });
  const loaded = await loadScenario(dir);
  const before = await tree(folder);
  const problem = await problemOf(
    Promise.resolve().then(() =>
      writeExpected(
        loaded,
        new Map([
          ['workspace.expected/gone.txt', undefined],
          ['workspace.expected/a.txt', bytes('a2')],
          ['workspace.expected/new/b.txt', bytes('b')],
          ['workspace.expected/blocked/c.txt', bytes('c')],
        ]),
      ),
    ),
  );
  expect(problem.code).toBe('ACP_SCENARIO_NOT_WRITABLE');
  expect(problem.text).toMatch(/EEXIST|ENOTDIR/);
  expect(await tree(folder)).toEqual(before);
  expect((await readdir(folder)).sort()).toEqual(['x']);
  expect(await readdir(join(dir, 'workspace.expected'))).not.toContain('new');
  expect(new TextDecoder().decode(loaded.files.expected.get('workspace.expected/a.txt'))).toBe('a');
});

for (const name of [
  'session.jsonl',
  'session.1.jsonl',
  'provider-replay.jsonl',
  'input.jsonl',
  'replay.override.json',
  'workspace/a.txt',
  '../y/outcome.expected.json',
  'workspace.expected/../input.jsonl',
  'workspace.expected//etc',
  'workspace.expected\\..\\x',
  'README.md',
]) {
  test(`refuses to write ${name}, and writes none of the others`, async ({ folder }) => {
    const loaded = await loadScenario(await scenario(folder, 'x'));
    const before = await tree(folder);
    const problem = await problemOf(
      Promise.resolve().then(() =>
        writeExpected(
          loaded,
          new Map([
            ['workspace.expected/fine.txt', bytes('x')],
            [name, bytes('x')],
          ]),
        ),
      ),
    );
    expect(problem.code).toBe('ACP_SCENARIO_WRITE');
    expect(await tree(folder)).toEqual(before);
  });
}

test('seeds a workspace with files, modes and links, and nothing where there is no seed', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace/bin/run.sh': '#!/bin/sh\n', 'workspace/a.txt': 'a' });
  await chmod(join(dir, 'workspace/bin/run.sh'), 0o755);
  await symlink('../a.txt', join(dir, 'workspace/bin/link'));
  const cwd = join(folder, 'cwd');
  await mkdir(cwd);
  await seedWorkspace(await loadScenario(dir), cwd);
  expect(await tree(cwd)).toEqual({ 'a.txt': 'a', 'bin/run.sh': '#!/bin/sh\n' });
  expect(await readlink(join(cwd, 'bin/link'))).toBe('../a.txt');
  expect((await stat(join(cwd, 'bin/run.sh'))).mode & 0o111).toBe(0o111);
  await seedWorkspace(await loadScenario(await scenario(folder, 'y')), join(folder, 'untouched'));
  expect(await tree(folder)).not.toHaveProperty('untouched');
});
