import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { alteredBlob, missingBlob } from '../../errors/agent.js';
import { BlobWriter } from './blob-writer.js';

/** A blob that is whole and what its name says. */
export interface CheckedBlob {
  file: string;
  bytes: number;
}

/**
 * Bytes that are too many for the session log, in a folder beside it: each file is named by the SHA-256 of what it
 * holds, so that equal output is kept once and altered output is noticed.
 */
export class BlobStore {
  /** @param capBytes bytes kept of one blob; what comes behind them is dropped. */
  constructor(
    readonly folder: string,
    private readonly capBytes: number,
  ) {}

  /** Takes bytes as they come. Up to `memoryBytes` of them touch no disk. */
  writer(memoryBytes: number): BlobWriter {
    return new BlobWriter(this.folder, memoryBytes, this.capBytes);
  }

  /**
   * Reads the whole blob once and holds it against its name.
   *
   * @throws AcpError `ACP_AGENT_BLOB_MISSING`, `ACP_AGENT_BLOB_ALTERED`.
   */
  async check(blobId: string): Promise<CheckedBlob> {
    const file = join(this.folder, blobId);
    const bytes = /^[0-9a-f]{64}$/u.test(blobId) ? statSync(file, { throwIfNoEntry: false })?.size : undefined;
    if (bytes === undefined) throw missingBlob(blobId, file);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    const found = hash.digest('hex');
    if (found !== blobId) throw alteredBlob(blobId, file, found);
    return { file, bytes };
  }

  /**
   * Some lines of a blob, read as a stream. `characters` bounds them all together.
   *
   * @throws AcpError as {@link check} does.
   */
  async lines(blobId: string, { offset, limit, characters }: { offset: number; limit: number; characters: number }): Promise<string[]> {
    const { file } = await this.check(blobId);
    const stream = createReadStream(file);
    const taken: string[] = [];
    let [at, room] = [0, characters];
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (++at < offset) continue;
      taken.push(line.slice(0, room));
      room -= line.length;
      if (room <= 0 || taken.length === limit) break;
    }
    stream.destroy();
    return taken;
  }
}
