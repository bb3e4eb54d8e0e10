import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { sdkZod } from './sdk-zod.js';

const OPTIONS: BuildOptions = {
  entryPoints: { main: 'harness/agent/main.ts' },
  outdir: 'dist/agent',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  // Boot is mostly the parsing of what is loaded; a source map keeps stack traces readable.
  minify: true,
  sourcemap: 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  plugins: [sdkZod],
  /** Code of CommonJS packages inside an ES module bundle asks for `require`. */
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
};

/** Builds the reference agent: one small entry, with its sessions, live adapters and listeners as lazy chunks. */
export async function buildAgent(root: string): Promise<void> {
  await rm(`${root}/${OPTIONS.outdir}`, { recursive: true, force: true });
  await build({ ...OPTIONS, absWorkingDir: root });
}

/** The folder of the repository, from a file of `dist/tools/`. */
export const repositoryRoot = (): string => fileURLToPath(new URL('../..', import.meta.url));
