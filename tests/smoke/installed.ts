import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test as base } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');

export interface Finished {
  code: number;
  output: string;
}

export interface Installed {
  dir: string;
  write: (path: string, text: string) => void;
  /** Runs a program of `node_modules/.bin` or node itself. */
  run: (program: string, args: readonly string[], env?: Record<string, string>) => Promise<Finished>;
}

const unwanted = /^(?:CI|GITHUB_.*|TEST_.*|PLAYWRIGHT_.*|PW_.*|FORCE_COLOR|NODE_OPTIONS|NODE_V8_COVERAGE|.*_API_KEY)$/;

function execute(cwd: string, program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)));
  return new Promise((done) => {
    execFile(program, [...args], { cwd, env: { ...clean, ...env }, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

/**
 * The package as npm packs it, unpacked into an empty project beside the runtime dependencies that it declares, and
 * nothing else: a file that is missing in the tarball, or a dependency that is not declared, is missing here too.
 */
export const test = base.extend<{ installed: Installed }, { tarball: string }>({
  tarball: [
    async ({}, use) => {
      const dir = mkdtempSync(join(tmpdir(), 'acp-pack-'));
      const packed = await execute(root, 'npm', ['pack', '--ignore-scripts', '--pack-destination', dir, '--loglevel', 'error']);
      if (packed.code !== 0) throw new Error(packed.output);
      await use(
        join(
          dir,
          readdirSync(dir).find((name) => name.endsWith('.tgz'))!,
        ),
      );
      rmSync(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  installed: async ({ tarball }, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-installed-')));
    const modules = join(dir, 'node_modules');
    mkdirSync(join(modules, 'playwright-acp'), { recursive: true });
    const unpacked = await execute(dir, 'tar', ['-xzf', tarball, '-C', join(modules, 'playwright-acp'), '--strip-components=1']);
    if (unpacked.code !== 0) throw new Error(unpacked.output);
    for (const name of ['@playwright', 'execa', 'fs-extra', 'zod'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    };
    write('package.json', '{ "type": "module", "private": true }\n');
    await use({ dir, write, run: (program, args, env) => execute(dir, program, args, env) });
    rmSync(dir, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';
