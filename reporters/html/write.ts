import path from 'node:path';
import { buildReport, LIMITS, type BuildInput, type ReportModel } from '../model/index.js';
import { ensureFolder, replaceFile } from '../replace-file.js';
import { readAssets, type PageAssets } from './assets.js';
import { renderDocument } from './document.js';
import { pack } from './pack.js';

/** The page never grows beyond this, whatever a run produced. */
export const MOST_BYTES = 5_000_000;

export interface WrittenReport {
  /** Absolute path of `index.html`. */
  file: string;
  model: ReportModel;
}

/** Writes `index.html` into a folder, which is made where it does not exist. Other files in it stay. */
export function writeReport(folder: string, input: BuildInput): WrittenReport {
  const { html, model } = renderReport(input, readAssets());
  const file = path.join(folder, 'index.html');
  ensureFolder(folder);
  replaceFile(file, html);
  return { file, model };
}

/** Renders the fullest page that stays within the limit. */
export function renderReport(input: BuildInput, assets: PageAssets, most = MOST_BYTES): { html: string; model: ReportModel } {
  let last: { html: string; model: ReportModel } | undefined;
  for (const limits of LIMITS) {
    const model = buildReport(input, limits);
    const blocks = new Map([
      ['index', pack(model.index)],
      ...[...model.details].map(([name, detail]): [string, string] => [name, pack(detail)]),
    ]);
    last = { html: renderDocument(assets, blocks), model };
    if (last.html.length <= most) break;
  }
  return last!;
}
