import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../../faulty-agents/booted.js';

const FS = { fs: { readTextFile: true, writeTextFile: true }, terminal: false };
const steps = (capabilities?: object) => [
  { op: 'initialize', ...(capabilities === undefined ? {} : { clientCapabilities: capabilities }) },
  { op: 'new_session' },
  { op: 'prompt', text: 'go' },
];
const ask = (what: 'read' | 'write', params: object) => JSON.stringify({ do: what, params });

test('serves reads and writes from the workspace', async ({ boot, sandbox }) => {
  const file = path.join(sandbox.cwd, 'deep', 'a.txt');
  const args = [
    ask('write', { path: file, content: 'one\ntwo\nthree\nfour' }),
    ask('read', { path: file }),
    ask('read', { path: file, line: 2, limit: 2 }),
    ask('read', { path: file, line: 4 }),
    ask('read', { path: file, line: 9 }),
    ask('read', { path: file, limit: 1 }),
  ];
  const { drive, texts } = await boot('uses-client-files', { args });
  await drive(...steps(FS));
  expect(texts().map((text) => JSON.parse(text) as unknown)).toEqual([
    {},
    { content: 'one\ntwo\nthree\nfour' },
    { content: 'two\nthree\n' },
    { content: 'four' },
    { content: '' },
    { content: 'one\n' },
  ]);
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\nthree\nfour');
});

test('refuses what lies outside the workspace, also behind a link, and tells a missing file', async ({ boot, sandbox }) => {
  await writeFile(path.join(sandbox.home, 'secret'), 'secret');
  await mkdir(path.join(sandbox.cwd, 'inside'));
  await symlink(sandbox.home, path.join(sandbox.cwd, 'link'));
  const args = [
    ask('read', { path: path.join(sandbox.home, 'secret') }),
    ask('read', { path: path.join(sandbox.cwd, '..', 'home', 'secret') }),
    ask('read', { path: path.join(sandbox.cwd, 'link', 'secret') }),
    ask('write', { path: path.join(sandbox.cwd, 'link', 'new'), content: 'x' }),
    ask('read', { path: 'relative' }),
    ask('read', { path: `${sandbox.cwd}-sibling` }),
    ask('read', { path: path.join(sandbox.cwd, 'missing') }),
    ask('read', { path: path.join(sandbox.cwd, 'inside') }),
    ask('read', { path: path.join(sandbox.cwd, 'inside'), line: 1.5 }),
    ask('write', { path: path.join(sandbox.cwd, 'a'), content: 1 }),
    ask('write', { path: path.join(sandbox.cwd, 'inside'), content: 'x' }),
  ];
  const { drive, texts } = await boot('uses-client-files', { args });
  await drive(...steps(FS));
  expect(texts().map(Number)).toEqual([-32602, -32602, -32602, -32602, -32602, -32602, -32002, -32603, -32602, -32602, -32603]);
});

test('serves only what was announced', async ({ boot, sandbox }) => {
  const args = [ask('read', { path: path.join(sandbox.cwd, 'a') }), ask('write', { path: path.join(sandbox.cwd, 'a'), content: '' })];
  const none = await boot('uses-client-files', { args });
  await none.drive(...steps());
  expect(none.texts()).toEqual(['-32601', '-32601']);
  const reads = await boot('uses-client-files', { args });
  await reads.drive(...steps({ fs: { readTextFile: true } }));
  expect(reads.texts()).toEqual(['-32002', '-32601']);
});
