import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportErrors } from '../../harness/errors/report.js';

export interface PageAssets {
  script: string;
  style: string;
}

const SCRIPT = 'dist/report/page.js';
const STYLE = 'dist/report/page.css';

/** Reads the page's built code and style. They lie in the package's `dist/`, from wherever this module runs. */
export function readAssets(from = fileURLToPath(import.meta.url)): PageAssets {
  const root = packageRoot(from);
  if (root === undefined) throw reportErrors.pageMissing(SCRIPT);
  return { script: readFileSync(path.join(root, SCRIPT), 'utf8'), style: readFileSync(path.join(root, STYLE), 'utf8') };
}

function packageRoot(from: string): string | undefined {
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, SCRIPT)) && existsSync(path.join(folder, STYLE))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}
