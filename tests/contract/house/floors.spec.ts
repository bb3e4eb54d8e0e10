import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const root = resolve(import.meta.dirname, '../../..');

/** Lints one planted file under the project's own rules. */
async function lint(file: string, source: string): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'floors-'));
  try {
    await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
    return await new Promise((done) => {
      execFile(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '.'], { cwd: folder }, (error, stdout, stderr) => {
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const breaches = [
  { file: 'harness/schema/planted.ts', imports: '../diff/index.js', says: 'F0' },
  { file: 'harness/errors/planted.ts', imports: 'node:fs', says: 'F0' },
  { file: 'harness/replay/planted.ts', imports: '../process/index.js', says: 'F1' },
  { file: 'harness/surfaces/planted.ts', imports: '../run/index.js', says: 'F1' },
  { file: 'harness/normalize/planted.ts', imports: 'node:path', says: 'F1' },
  { file: 'harness/diff/planted.ts', imports: '../../reporters/index.js', says: 'F1' },
  { file: 'harness/cassette/planted.ts', imports: 'node:http', says: 'F1' },
  { file: 'harness/faults/planted.ts', imports: 'node:fs', says: 'F1' },
  { file: 'harness/provider/planted.ts', imports: '../run/index.js', says: 'F2' },
  { file: 'harness/acp/planted.ts', imports: '../run/index.js', says: 'F2' },
  { file: 'harness/surfaces/planted.ts', imports: '../session-logs/index.js', says: 'F1' },
  { file: 'harness/session-logs/planted.ts', imports: '../run/index.js', says: 'F2' },
  { file: 'harness/process/planted.ts', imports: '@playwright/test', says: 'F4' },
  { file: 'harness/run/planted.ts', imports: '../cli/main.js', says: 'F3' },
  { file: 'harness/run/planted.ts', imports: '../agent/main.js', says: 'reference agent' },
  { file: 'fixtures/planted.ts', imports: '../harness/agent/main.js', says: 'reference agent' },
  { file: 'harness/agent/planted.ts', imports: '../surfaces/index.js', says: 'reference agent' },
  { file: 'harness/run/planted.ts', imports: '../tools/build.js', says: 'harness/tools' },
] as const;

for (const { file, imports, says } of breaches) {
  for (const [form, source] of [
    ['static', `import { x } from '${imports}';\nexport const y = x;\n`],
    ['dynamic', `export const y = import('${imports}');\n`],
  ] as const) {
    test(`${file} may not import ${imports} (${form})`, async () => {
      const { code, output } = await lint(file, source);
      expect(output).toContain(says);
      expect(output).toContain(imports);
      expect(code).toBe(1);
    });
  }
}

for (const [name, source] of [
  ['the clock', 'export const now = Date.now();\n'],
  ['random', 'export const dice = Math.random();\n'],
  ['the environment', 'export const home = process.env;\n'],
] as const) {
  test(`a pure floor may not read ${name}`, async () => {
    const { code, output } = await lint('harness/diff/planted.ts', source);
    expect(output).toContain('This floor');
    expect(code).toBe(1);
  });
}

test('imports that go down pass', async () => {
  const { code, output } = await lint('harness/run/planted.ts', "import { x } from '../acp/index.js';\nexport const y = x;\n");
  expect(output).toContain('0 errors');
  expect(code).toBe(0);
});
