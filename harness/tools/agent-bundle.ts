import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { sdkZod } from './sdk-zod.js';

const OPTIONS: BuildOptions = {
  entryPoints: { main: 'harness/agent/main.ts' },
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

/** A chunk that no build of the last minutes made may go: an agent that is running now may still load its own. */
const KEEP_CHUNKS_MS = 10 * 60_000;

/**
 * Builds the reference agent: one small entry, with its sessions, live adapters and listeners as lazy chunks. Agents
 * may be running meanwhile: chunks are added first, the entry is replaced by a rename, old chunks go later.
 */
export async function buildAgent(root: string): Promise<void> {
  const target = `${root}/dist/agent`;
  const fresh = `${root}/dist/agent-build-${process.pid}`;
  try {
    await bundleAgent(root, fresh);
    await mkdir(`${target}/chunks`, { recursive: true });
    const chunks = await readdir(`${fresh}/chunks`);
    for (const name of chunks) await rename(`${fresh}/chunks/${name}`, `${target}/chunks/${name}`);
    for (const name of ['main.js.map', 'main.js']) await rename(`${fresh}/${name}`, `${target}/${name}`);
    await removeOldChunks(`${target}/chunks`, new Set(chunks));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** One change of a source text: `from` has to stand there exactly once. */
export interface Alteration {
  /** Path from the repository's root. */
  file: string;
  from: string;
  to: string;
}

/** Bundles the reference agent into a folder, altered where it is told to be: the agents that a test has to catch. */
export async function bundleAgent(root: string, outdir: string, alteration?: Alteration): Promise<void> {
  const plugins = [...(OPTIONS.plugins ?? []), ...(alteration ? [altered(root, alteration)] : [])];
  await build({ ...OPTIONS, outdir, absWorkingDir: root, plugins });
}

function altered(root: string, { file, from, to }: Alteration): Plugin {
  const path = join(root, file);
  return {
    name: 'altered',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const parts = (await readFile(path, 'utf8')).split(from);
        if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(from)} ${parts.length - 1} times, not once`);
        return { contents: parts.join(to), loader: 'ts' };
      });
    },
  };
}

async function removeOldChunks(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (keep.has(name)) continue;
    const { mtimeMs } = await stat(`${folder}/${name}`);
    if (Date.now() - mtimeMs > KEEP_CHUNKS_MS) await rm(`${folder}/${name}`, { force: true });
  }
}
