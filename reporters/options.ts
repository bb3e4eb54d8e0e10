import path from 'node:path';
import { reportErrors } from '../harness/errors/report.js';

/** When the report is opened in the browser after a run, as in Playwright's html reporter. */
export const OPEN_MODES = ['always', 'never', 'on-failure'] as const;
export type OpenMode = (typeof OPEN_MODES)[number];

/** Options of `['playwright-acp/reporter', { … }]`. */
export interface AcpReporterOptions {
  /** Folder of `index.html`, relative to the config's folder. Default: `playwright-acp-report`. */
  outputFolder?: string;
  /** Default: `on-failure`. */
  open?: OpenMode;
}

const KNOWN = ['outputFolder', 'open'];
/** What Playwright adds to every reporter's options: keys of its own start with `_`; `--list` adds a plain one. */
const ADDED = ['configDir', 'onlyFailures'];

export interface ResolvedOptions {
  configDir: string;
  outputFolder: string;
  open: OpenMode;
  /** `--list`: nothing runs, so nothing is missing. */
  listing: boolean;
}

/**
 * Checks the options and fills in their defaults.
 *
 * @throws AcpError `ACP_REPORT_OPTION` for an unknown option or a value it cannot have.
 */
export function resolveOptions(options: Readonly<Record<string, unknown>>, cwd: string): ResolvedOptions {
  for (const name of Object.keys(options))
    if (!KNOWN.includes(name) && !ADDED.includes(name) && !name.startsWith('_')) throw reportErrors.unknownOption(name, KNOWN);
  const { outputFolder = 'playwright-acp-report', open = 'on-failure', configDir = cwd } = options;
  if (typeof outputFolder !== 'string' || outputFolder === '')
    throw reportErrors.invalidOption('outputFolder', 'a folder', JSON.stringify(outputFolder));
  if (!OPEN_MODES.includes(open as OpenMode)) throw reportErrors.invalidOption('open', OPEN_MODES.join(', '), JSON.stringify(open));
  const folder = typeof configDir === 'string' ? configDir : cwd;
  return {
    configDir: folder,
    outputFolder: path.resolve(folder, outputFolder),
    open: open as OpenMode,
    listing: options['_mode'] === 'list',
  };
}
