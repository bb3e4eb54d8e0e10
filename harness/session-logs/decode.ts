import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionLogErrors } from '../errors/session-logs.js';
import type { SessionLogSource } from '../schema/index.js';
import { LIMIT, type DecodedFile } from './decoded.js';
import { recordsOfDocument } from './document.js';
import { decodeLines, decodeText } from './lines.js';
import { foldPatches } from './patches.js';
import type { Load } from './peer.js';
import { inflateZstd } from './zstd.js';

type TextFormat = Exclude<SessionLogSource['format'], 'sqlite'>;

/**
 * The records of one log file.
 *
 * @param file its path below `folder`, as errors tell it
 * @throws AcpError `ACP_SESSION_LOG_DAMAGED`, `ACP_SESSION_LOG_TOO_BIG`, `ACP_SESSION_LOG_PACKAGE`
 */
export async function decodeFile(folder: string, file: string, format: TextFormat, load?: Load): Promise<DecodedFile> {
  const bytes = await readBounded(join(folder, file), file);
  if (format === 'json') return decodeDocument(decodeText(bytes, file), file);
  if (format === 'zstd-jsonl') return decodeZstd(bytes, file, load);
  const { records, torn } = decodeLines(decodeText(bytes, file), file);
  return { records: format === 'jsonl-set' ? foldPatches(records) : records, ...(torn !== undefined && { torn }) };
}

function decodeDocument(text: string, file: string): DecodedFile {
  if (text.trim() === '') return { records: [] };
  try {
    return { records: recordsOfDocument(JSON.parse(text.replace(/^\uFEFF/, ''))) };
  } catch {
    throw sessionLogErrors.damaged(file, undefined, 'it is not one JSON document');
  }
}

async function decodeZstd(compressed: Uint8Array, file: string, load?: Load): Promise<DecodedFile> {
  const { bytes, cut } = await inflateZstd(compressed, file, load);
  // A frame that was cut may end within a character; its whole lines count.
  const whole = cut ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1) : bytes;
  const decoded = decodeLines(decodeText(whole, file), file);
  return cut && decoded.torn === undefined ? { ...decoded, torn: '(the last zstd frame was cut off)' } : decoded;
}

async function readBounded(path: string, file: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    if ((await handle.stat()).size > LIMIT) throw sessionLogErrors.tooBig(file, LIMIT);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
