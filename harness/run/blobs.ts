import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runErrors } from '../errors/run.js';
import type { LeftFile } from '../surfaces/workspace.js';
import type { HarvestedLog } from './logs.js';

const NAMED = /"blobId":"([0-9a-f]{64})"/g;

/**
 * What the logs name by its SHA-256 (`blobId`) and the agent keeps beside them, in `<session>.blobs/`: bytes that are
 * too many for a log. Each is a file of the workspace surface, by the number that its id has in the logs.
 *
 * @throws AcpError `ACP_LOG_BLOB_MISSING`, `ACP_LOG_BLOB_ALTERED`.
 */
export async function harvestBlobs(logs: readonly HarvestedLog[]): Promise<LeftFile[]> {
  const found = new Map<string, LeftFile>();
  for (const { session, text, folder = '' } of logs) {
    for (const blobId of namedIn(text)) {
      if (found.has(blobId)) continue;
      const file = join(folder, `${session}.blobs`, blobId);
      const content = await readFile(file).catch(() => undefined);
      if (!content) throw runErrors.blobMissing(session, blobId, file);
      if (createHash('sha256').update(content).digest('hex') !== blobId) throw runErrors.blobAltered(session, blobId, file);
      found.set(blobId, { root: 'blobs', path: String(found.size + 1), content });
    }
  }
  return [...found.values()];
}

/** Text that the model wrote stands in a log with its quotes escaped, so that it cannot be taken for a name. */
const namedIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, id]) => id as string);
