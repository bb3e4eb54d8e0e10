import { createHash } from 'node:crypto';
import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { readAssets } from '../../../reporters/html/assets.js';
import { readBlocks } from '../../../reporters/html/blocks.js';
import { renderDocument } from '../../../reporters/html/document.js';
import { openFile } from '../../../reporters/open.js';
import { reviewErrors } from '../../errors/review.js';
import { EXIT_CODES } from '../help.js';
import { openArtifact, REPORT_FOLDER } from './artifact.js';

/**
 * Opens a report, or prints where its page is: with `--no-open`, and where there is no terminal.
 *
 * @throws AcpError `ACP_REVIEW_NO_REPORT`, `ACP_REVIEW_NO_PAGE`
 */
export async function showReport(given: string | undefined, open: boolean): Promise<number> {
  const place = resolve(given ?? REPORT_FOLDER);
  const stats = await lstat(place).catch(() => undefined);
  const file = stats?.isDirectory() ? await pageOf(place) : await unpack(place);
  const shown = relative(process.cwd(), file);
  process.stdout.write(`${shown.startsWith('..') ? file : shown}\n`);
  if (open && process.stdout.isTTY) openFile(file, process.platform);
  return EXIT_CODES.done;
}

async function pageOf(folder: string): Promise<string> {
  for (const file of [join(folder, 'index.html'), join(folder, REPORT_FOLDER, 'index.html')])
    if ((await lstat(file).catch(() => undefined))?.isFile()) return file;
  throw reviewErrors.noReport(folder);
}

/** One file per archive in this user's own temporary folder, so that showing it again leaves nothing more. */
async function unpack(place: string): Promise<string> {
  const artifact = await openArtifact(place);
  try {
    const page = await artifact.page();
    const blocks = page === undefined ? undefined : readBlocks(page);
    if (!blocks?.has('index')) throw reviewErrors.noPage(place);
    // Drawn anew by this package's page: that of the archive may hold any code.
    const html = renderDocument(readAssets(), blocks);
    const name = createHash('sha256').update(html).digest('hex').slice(0, 16);
    const folder = join(tmpdir(), `playwright-acp-shown-${process.getuid?.() ?? 'user'}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await lstat(folder)).isSymbolicLink()) throw reviewErrors.unsafe(folder, 'a symbolic link');
    const file = join(folder, `${name}.html`);
    await writeFile(`${file}.part`, html, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return file;
  } finally {
    artifact.close();
  }
}
