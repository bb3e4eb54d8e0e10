import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reviewErrors } from '../../errors/review.js';
import { ACTUAL_FOLDER, REVIEW_FILE, reviewManifest } from '../../schema/index.js';
import type { ReviewManifest } from '../../schema/index.js';
import { openZip } from './zip.js';

const MEGABYTE = 1024 * 1024;
const MOST_MANIFEST = 64 * MEGABYTE;
const MOST_PAGE = 64 * MEGABYTE;
const MOST_FILE = 64 * MEGABYTE;
const PAGE = 'index.html';
/** As the reporter calls its folder; artifacts that hold more than the report keep it as a folder. */
export const REPORT_FOLDER = 'playwright-acp-report';

/** A report as a folder or a zip. Everything in it may come from elsewhere and is untrusted. */
export interface Artifact {
  place: string;
  /** @throws AcpError `ACP_REVIEW_NO_DATA`, `ACP_REVIEW_UNREADABLE` */
  manifest(): Promise<ReviewManifest>;
  /** Bytes of one actual file, which are those of its hash. */
  content(sha256: string): Promise<Uint8Array>;
  /** `index.html`, undefined where there is none. */
  page(): Promise<string | undefined>;
  close(): void;
}

interface Files {
  has(name: string): Promise<boolean>;
  read(name: string, most: number): Promise<Buffer>;
  close(): void;
}

/** @throws AcpError `ACP_REVIEW_NO_REPORT`, `ACP_REVIEW_UNSAFE`, `ACP_REVIEW_TOO_BIG`, `ACP_REVIEW_UNREADABLE` */
export async function openArtifact(place: string): Promise<Artifact> {
  const stats = await lstat(place).catch(() => undefined);
  if (!stats) throw reviewErrors.noReport(place);
  const files = stats.isFile() ? await zipFiles(place) : await folderFiles(place);
  return {
    place,
    manifest: async () => {
      if (!(await files.has(REVIEW_FILE))) throw (await files.has(PAGE)) ? reviewErrors.noReviewData(place) : reviewErrors.noReport(place);
      return parseManifest(place, await files.read(REVIEW_FILE, MOST_MANIFEST));
    },
    content: async (sha256) => {
      const content = await files.read(`${ACTUAL_FOLDER}/${sha256}`, MOST_FILE);
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw reviewErrors.unsafe(place, `${ACTUAL_FOLDER}/${sha256}: its bytes are not those of its name`);
      return content;
    },
    page: async () => ((await files.has(PAGE)) ? (await files.read(PAGE, MOST_PAGE)).toString('utf8') : undefined),
    close: () => files.close(),
  };
}

function parseManifest(place: string, bytes: Buffer): ReviewManifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw reviewErrors.unreadable(place, `${REVIEW_FILE}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = reviewManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw reviewErrors.unreadable(place, `${REVIEW_FILE}: ${issue.path.map(String).join('.') || 'the whole'}: ${issue.message}`);
}

async function zipFiles(place: string): Promise<Files> {
  const archive = await openZip(place);
  const names = new Set(archive.names);
  const top = ['', `${REPORT_FOLDER}/`].find((prefix) => names.has(`${prefix}${REVIEW_FILE}`) || names.has(`${prefix}${PAGE}`)) ?? '';
  return {
    has: async (name) => names.has(top + name),
    read: async (name, most) => {
      if (!names.has(top + name)) throw reviewErrors.unreadable(place, `${name} is missing`);
      return archive.read(top + name, most);
    },
    close: () => archive.close(),
  };
}

/** Plain files only: a link in a downloaded folder could show, and so accept, any file of this machine. */
async function folderFiles(place: string): Promise<Files> {
  const size = async (file: string): Promise<number | undefined> => {
    const stats = await lstat(file).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw reviewErrors.unsafe(place, `${file}: a symbolic link`);
    return stats?.isFile() ? stats.size : undefined;
  };
  const holds = async (folder: string) =>
    (await size(join(folder, REVIEW_FILE))) !== undefined || (await size(join(folder, PAGE))) !== undefined;
  const nested = join(place, REPORT_FOLDER);
  const top = !(await holds(place)) && (await holds(nested)) ? nested : place;
  for (const folder of [top, join(top, ACTUAL_FOLDER)])
    if (folder !== place && (await lstat(folder).catch(() => undefined))?.isSymbolicLink())
      throw reviewErrors.unsafe(place, `${folder}: a symbolic link`);
  return {
    has: async (name) => (await size(join(top, name))) !== undefined,
    read: async (name, most) => {
      const file = join(top, name);
      const bytes = await size(file);
      if (bytes === undefined) throw reviewErrors.unreadable(place, `${name} is missing`);
      if (bytes > most) throw reviewErrors.tooBig(place, name, `${most} bytes`);
      return readFile(file);
    },
    close: () => {},
  };
}
