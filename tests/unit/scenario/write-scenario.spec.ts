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
      contents: `import { rollForward, writeScenario } from ${JSON.stringify(source)};
        const files = process.argv[4] && new Map(Object.entries(JSON.parse(process.argv[4])).map(([name, text]) => [name, Buffer.from(text)]));
        if (files) await writeScenario(process.argv[2], files, { overwrite: true });
        else await rollForward(process.argv[2]);`,
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
              process.on('exit', () => process.stdout.write(String(process.argv[3] - left)));
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

test('finds the new scenario whole, wherever the command that finishes the swap is killed too', async ({ folder }) => {
  const writer = await buildDyingWriter(folder);
  const die = (...args: string[]) => spawnSync(process.execPath, [writer, ...args], { encoding: 'utf8' });
  const pristine = join(folder, 'pristine');
  await scenario(pristine, 'x', { 'workspace.expected/old.txt': 'old' });
  const files = { 'input.jsonl': input('x', { description: 'New.' }), 'session.jsonl': jsonl(...LOG) };
  const copy = join(folder, 'copy');
  const again = async (from: string, to: string) => {
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true });
  };
  let tried = 0;
  // Its journal stands for the last calls of a writer only.
  const all = Number(die(join(pristine, 'x'), '1000', JSON.stringify(files)).stdout);
  await rm(pristine, { recursive: true });
  await scenario(pristine, 'x', { 'workspace.expected/old.txt': 'old' });
  for (let call = all - 1; call > 0; call--) {
    await again(pristine, copy);
    die(join(copy, 'x'), String(call), JSON.stringify(files));
    if (!(await readdir(copy)).includes('.x.acp-swap')) break;
    const left = join(folder, 'left');
    for (let second = 0, rolled = false; !rolled; second++) {
      await again(copy, left);
      const { signal, status, stderr } = die(left, String(second));
      rolled = signal === null;
      if (rolled) expect(status, stderr).toBe(0);
      await rollForward(left);
      expect(await tree(join(left, 'x')), `killed before call ${call}, then before call ${second}`).toEqual(files);
      expect(await readdir(left)).toEqual(['x']);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(20);
});

const NO_RIGHT = `import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [name, at] = process.env.REFUSED.split(' ');
  let calls = 0;
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (!String(args[0]).includes('.acp-') && !String(args[0]).endsWith('/x')) return original.apply(fs.promises, args);
    if (++calls >= Number(at)) throw Object.assign(new Error('EROFS: read-only file system, ' + name), { code: 'EROFS', path: String(args[0]) });
    return original.apply(fs.promises, args);
  };
  syncBuiltinESMExports();`;

for (const [refused, code] of [
  ['mkdir 1', 'ACP_SCENARIO_NOT_WRITABLE'],
  ['open 1', 'ACP_SCENARIO_NOT_WRITABLE'],
  ['open 2', 'ACP_SCENARIO_NOT_WRITABLE'],
  ['rename 1', 'ACP_SCENARIO_NOT_WRITABLE'],
  ['rename 2', 'ACP_SCENARIO_SWAP'],
  ['rename 3', 'ACP_SCENARIO_SWAP'],
] as const) {
  test(`a disk that refuses ${refused} is told as such, and leaves the old scenario or the new one`, async ({ folder }) => {
    const outfile = join(folder, 'writer.mjs');
    await build({
      stdin: {
        contents: `import { writeScenario } from ${JSON.stringify(fileURLToPath(new URL('../../../harness/scenario/write-scenario.ts', import.meta.url)))};
          const files = new Map(Object.entries(JSON.parse(process.argv[3])).map(([name, text]) => [name, Buffer.from(text)]));
          await writeScenario(process.argv[2], files, { overwrite: true }).catch((error) => { console.log(error.code + ' ' + error.message); process.exit(7); });`,
        resolveDir: folder,
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
    });
    await writeFile(join(folder, 'no-right.mjs'), NO_RIGHT);
    const scenarios = join(folder, 'scenarios');
    const old = await tree(await scenario(scenarios, 'x'));
    const files = { 'input.jsonl': input('x', { description: 'New.' }), 'session.jsonl': jsonl(...LOG) };
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', join(folder, 'no-right.mjs'), outfile, join(scenarios, 'x'), JSON.stringify(files)],
      { encoding: 'utf8', env: { ...process.env, REFUSED: refused } },
    );
    expect(status).toBe(7);
    expect(stdout).toContain(code);
    expect(stdout).toContain('EROFS: read-only file system');
    if (code === 'ACP_SCENARIO_NOT_WRITABLE') expect(await readdir(scenarios)).toEqual(['x']);
    await rollForward(scenarios);
    expect(await tree(join(scenarios, 'x'))).toEqual(code === 'ACP_SCENARIO_NOT_WRITABLE' ? old : files);
    expect(await readdir(scenarios)).toEqual(['x']);
  });
}

const sorted = (files: Record<string, string>) => Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
