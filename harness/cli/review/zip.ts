import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { reviewErrors } from '../../errors/review.js';

/** More entries than any report has. */
const MOST_ENTRIES = 50_000;
/** File type bits of a Unix mode, and that of a symbolic link. */
const [TYPE_MASK, LINK] = [0o170000, 0o120000];

/** Reads files of an archive by name. Nothing is ever unpacked to disk, so no name in it can lead anywhere. */
export interface Archive {
  names: readonly string[];
  /** @throws AcpError `ACP_REVIEW_TOO_BIG` where it unpacks to more than `most` bytes. */
  read(name: string, most: number): Promise<Buffer>;
  close(): void;
}

/**
 * Opens a zip and looks at all its entries before any is read.
 *
 * @throws AcpError `ACP_REVIEW_UNSAFE` for a name that leaves the archive, a link, an encrypted or a double entry
 * @throws AcpError `ACP_REVIEW_UNREADABLE`, `ACP_REVIEW_TOO_BIG`
 */
export async function openZip(place: string): Promise<Archive> {
  // Names are checked by the reader: absolute ones, `..` and backslashes end it.
  const zip = await openPromise(place, { autoClose: false, lazyEntries: true, strictFileNames: true, validateEntrySizes: true }).catch(
    (error: unknown) => {
      throw reviewErrors.unreadable(place, text(error));
    },
  );
  try {
    const entries = await listEntries(zip, place);
    return { names: [...entries.keys()], read: (name, most) => readEntry(zip, entries.get(name)!, most, place), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile, place: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw reviewErrors.tooBig(place, `${zip.entryCount} entries`, `${MOST_ENTRIES} entries`);
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: unknown) => reject(reviewErrors.unsafe(place, text(error))));
    zip.on('end', () => resolve());
    zip.on('entry', (entry: Entry) => {
      const problem = entryProblem(entry, entries);
      if (problem !== undefined) return reject(reviewErrors.unsafe(place, `${entry.fileName}: ${problem}`));
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

function entryProblem(entry: Entry, known: ReadonlyMap<string, Entry>): string | undefined {
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK) return 'a symbolic link';
  if (entry.isEncrypted()) return 'encrypted';
  return known.has(entry.fileName) ? 'there twice' : undefined;
}

/** The declared size is looked at first, the real one as it comes. */
async function readEntry(zip: ZipFile, entry: Entry, most: number, place: string): Promise<Buffer> {
  const tooBig = () => reviewErrors.tooBig(place, entry.fileName, `${most} bytes`);
  if (entry.uncompressedSize > most) throw tooBig();
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > most) throw tooBig();
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'AcpError' ? error : reviewErrors.unreadable(place, text(error));
  }
  return Buffer.concat(parts);
}

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));
