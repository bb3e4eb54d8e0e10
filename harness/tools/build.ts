/**
 * Builds `dist/`: what a worker loads as one file each, the other library entries with shared code in chunks, the reference agent as one bundle with
 * its live adapters as lazy chunks, the report page, and the type declarations.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { buildAgent } from './agent-bundle.js';
import { buildReportPage } from './build-report.js';
import { writeSchemas } from './formats/write-schemas.js';
import { generateValidators } from './generate-validators.js';
import { keepApart, lazyParts } from './lazy-parts.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  logLevel: 'warning',
  legalComments: 'none',
};

/** Code of CommonJS packages inside an ES module bundle asks for `require`. */
const requireBanner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

for (const folder of ['chunks', 'lazy', 'tools/chunks'])
  await rm(new URL(`../../dist/${folder}`, import.meta.url), { recursive: true, force: true });

// Read by the library and by the type check.
await generateValidators(`${root}harness/conformance`);

/**
 * What every Playwright worker loads, and loads anew after each failed test: each in one file, with execa and the used
 * part of zod inside. A worker gets its modules through Playwright's loader, one message to another thread for each:
 * the 200 files of those packages and the library's chunks took three times as long as what they contain.
 */
const worker = build({
  ...common,
  entryPoints: { index: 'fixtures/index.ts', config: 'fixtures/config.ts' },
  outdir: 'dist',
  external: ['@playwright/test'],
  plugins: [keepApart],
  // Half of what is left is parsing.
  minify: true,
  // No comment that names the map: Playwright would read it for the first stack of each worker, a quarter of a second.
  sourcemap: 'external',
  banner: requireBanner,
});

const library = build({
  ...common,
  entryPoints: {
    'global-setup': 'fixtures/global-setup.ts',
    'global-teardown': 'fixtures/global-teardown.ts',
    reporter: 'reporters/index.ts',
    replay: 'harness/replay/index.ts',
    provider: 'harness/provider/index.ts',
    schema: 'harness/schema/index.ts',
    cli: 'harness/cli/main.ts',
    ...lazyParts,
  },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['@playwright/test', 'execa', 'fs-extra', 'zod'],
  banner: requireBanner,
});

const agent = buildAgent(root);

/** For this repository alone; never published. */
const tools = build({
  ...common,
  entryPoints: {
    test: 'harness/tools/test.ts',
    demo: 'harness/tools/demo.ts',
    bench: 'harness/tools/bench/main.ts',
    'bench-red': 'harness/tools/bench/red.ts',
    'bench-report': 'harness/tools/bench-report/main.ts',
    formats: 'harness/tools/formats/main.ts',
    'build-agent': 'harness/tools/build-agent.ts',
    record: 'harness/tools/record.ts',
    'test-agents': 'harness/tools/test-agents/main.ts',
    'test-doctor': 'harness/tools/test-doctor/main.ts',
    'install-browser': 'harness/tools/install-browser.ts',
  },
  outdir: 'dist/tools',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  packages: 'external',
});

const types = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'harness/tools/tsconfig.types.json'], {
  cwd: root,
}).catch((error: Error & { stdout?: string }) => {
  throw new Error(`The declarations do not compile:\n${error.stdout ?? error.message}`);
});

await Promise.all([worker, library, agent, tools, types, buildReportPage(root), writeSchemas(`${root}dist/schemas`)]);
