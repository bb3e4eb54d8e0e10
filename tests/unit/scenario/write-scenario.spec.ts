import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { loadScenario, rollForward, scenarioNames, writeScenario } from '../../../harness/scenario/index.js';
import { expect, input, jsonl, LOG, problemOf, scenario, test, tree } from './support.js';

const text = (files: Record<string, string>) => new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));

test('writes a new scenario, and replaces one where asked to', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'session.jsonl': undefined, 'workspace/a/seed.txt': 'seed' });
  await symlink('a/seed.txt', join(dir, 'workspace/link'));
  const first = { 'input.jsonl': input('x'), 'session.jsonl': jsonl(...LOG), 'workspace.expected/a.txt': 'a' };
  await writeScenario(dir, text(first));
  expect(await tree(dir)).toEqual({ ...first, 'workspace/a/seed.txt': 'seed' });
  const problem = await problemOf(writeScenario(dir, text({ 'input.jsonl': input('x') })));
  expect(problem.code).toBe('ACP_SCENARIO_EXISTS');
  expect(await tree(dir)).toEqual({ ...first, 'workspace/a/seed.txt': 'seed' });
  const second = { 'input.jsonl': input('x'), 'session.jsonl': jsonl(...LOG, LOG[3]) };
  await writeScenario(dir, text(second), { overwrite: true });
  expect(await tree(dir)).toEqual({ ...second, 'workspace/a/seed.txt': 'seed' });
  expect(await readdir(folder)).toEqual(['x']);
});

test('leaves a writer that lives alone, and removes what a dead one left before its journal stood', async ({ folder }) => {
  await scenario(folder, 'x');
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await mkdir(join(folder, `.x.acp-next.${process.ppid}`));
  await mkdir(join(folder, `.x.acp-next.${dead}`));
  expect(await rollForward(folder)).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual([`.x.acp-next.${process.ppid}`, 'x']);
  await writeFile(join(folder, '.x.acp-swap'), String(process.ppid));
  expect(await rollForward(folder)).toEqual([]);
  expect(await scenarioNames(folder)).toEqual(['x']);
});

test('rolls a folder that does not exist forward to nothing', async ({ folder }) => {
  expect(await rollForward(join(folder, 'nowhere'))).toEqual([]);
});

/**
 * The writer as a program of its own, in which every call of `node:fs/promises` is counted, and the one whose turn it
 * is never happens: the process kills itself first. No hook in the product code is needed for it.
 */
async function buildDyingWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  const source = fileURLToPath(new URL('../../../harness/scenario/write-scenario.ts', import.meta.url));
  await build({
    stdin: {
      contents: `import { writeScenario } from ${JSON.stringify(source)};
        const files = new Map(Object.entries(JSON.parse(process.argv[4])).map(([name, text]) => [name, Buffer.from(text)]));
        await writeScenario(process.argv[2], files, { overwrite: true });`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    plugins: [
      {
        name: 'dying-fs',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^node:fs\/promises$/ }, ({ importer }) =>
            importer === 'dying' ? { path: 'node:fs/promises', external: true } : { path: 'dying', namespace: 'dying' },
          );
          onLoad({ filter: /.*/, namespace: 'dying' }, () => ({
            contents: `import * as fs from 'node:fs/promises';
              let left = Number(process.argv[3]);
              const dying = (call) => (...args) => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); return call(...args); };
              ${['access', 'copyFile', 'lstat', 'mkdir', 'open', 'readdir', 'readFile', 'readlink', 'realpath', 'rename', 'rm', 'symlink'].map((name) => `export const ${name} = dying(fs.${name});`).join('\n')}`,
          }));
        },
      },
    ],
  });
  return outfile;
}

test('finds the old or the new scenario whole, wherever the writer is killed', async ({ folder }) => {
  const writer = await buildDyingWriter(folder);
  const pristine = join(folder, 'pristine');
  const old = await tree(await scenario(pristine, 'x', { 'workspace/seed.txt': 'seed', 'workspace.expected/old.txt': 'old' }));
  const files = { 'input.jsonl': input('x', { description: 'New.' }), 'session.jsonl': jsonl(...LOG), 'workspace.expected/new.txt': 'new' };
  const fresh = { ...files, 'workspace/seed.txt': 'seed' };
  const seen = { old: 0, new: 0 };
  let finished = false;
  for (let call = 0; !finished; call++) {
    const copy = join(folder, 'copy');
    await rm(copy, { recursive: true, force: true });
    await cp(pristine, copy, { recursive: true });
    const { signal, status, stderr } = spawnSync(process.execPath, [writer, join(copy, 'x'), String(call), JSON.stringify(files)], {
      encoding: 'utf8',
    });
    finished = signal === null;
    if (finished) expect(status, stderr).toBe(0);
    await rollForward(copy);
    const left = await tree(join(copy, 'x'));
    const which = JSON.stringify(left) === JSON.stringify(sorted(old)) ? 'old' : 'new';
    expect(left, `killed before call ${call}`).toEqual(which === 'old' ? old : fresh);
    expect(await readdir(copy), `killed before call ${call}`).toEqual(['x']);
    await loadScenario(join(copy, 'x'));
    seen[which]++;
  }
  expect(seen.old).toBeGreaterThan(10);
  expect(seen.new).toBeGreaterThan(5);
});

const sorted = (files: Record<string, string>) => Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
