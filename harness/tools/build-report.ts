/** Builds the report page: its code and style as one file each in `dist/report`, which the reporter puts into `index.html`. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export async function buildReportPage(root = fileURLToPath(new URL('../..', import.meta.url))): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'reporters/page/main.ts', out: 'page' },
      { in: 'reporters/page/page.css', out: 'page' },
    ],
    outdir: 'dist/report',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
