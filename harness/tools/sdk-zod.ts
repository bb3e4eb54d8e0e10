import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Gives the ACP SDK its own copy of zod. esbuild shakes a shared module once for all who use it: since the AI SDK needs
 * the whole of zod, the agent would load all of it (580 KB) at boot, of which the ACP SDK uses a small part.
 */
export const sdkZod: Plugin = {
  name: 'sdk-zod',
  setup(build) {
    build.onResolve({ filter: /^(zod|\.\.?)(\/|$)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === RESOLVED) return undefined;
      const fromSdk = importer.includes('@agentclientprotocol') && /^zod(\/|$)/.test(path);
      if (!fromSdk && pluginData !== OWN_COPY) return undefined;
      const resolved = await build.resolve(path, { resolveDir, kind, importer, pluginData: RESOLVED });
      if (resolved.errors.length > 0 || resolved.external) return resolved;
      return { path: resolved.path, suffix: '?acp', sideEffects: false, pluginData: OWN_COPY };
    });
    build.onLoad({ filter: /[\\/]zod[\\/]/ }, async ({ path, suffix }) => {
      if (suffix !== '?acp') return undefined;
      return { contents: await readFile(path, 'utf8'), loader: 'js', pluginData: OWN_COPY };
    });
  },
};

const OWN_COPY = 'acp-sdk-zod';
const RESOLVED = 'acp-sdk-zod-resolved';
