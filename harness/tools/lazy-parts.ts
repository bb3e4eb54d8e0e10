import type { Plugin } from 'esbuild';

const PARTS = [
  { name: 'validators', specifier: './validators.gen.js', entry: 'harness/conformance/validators.gen.js' },
  ...['@secretlint/core', '@secretlint/secretlint-rule-preset-recommend', '@secretlint/profiler'].map((specifier) => ({
    name: specifier.slice(specifier.indexOf('/') + 1),
    specifier,
    entry: specifier,
  })),
];

/** Large modules that are loaded when they are needed: entries of the library's build, so that each is built once. */
export const lazyParts: Readonly<Record<string, string>> = Object.fromEntries(PARTS.map(({ name, entry }) => [`lazy/${name}`, entry]));

/** Has a bundle in `dist/` load those entries from where they are, instead of taking them in. */
export const keepApart: Plugin = {
  name: 'keep-apart',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) => {
      const part = kind === 'dynamic-import' && PARTS.find(({ specifier }) => specifier === path);
      return part ? { path: `./lazy/${part.name}.js`, external: true } : undefined;
    });
  },
};
