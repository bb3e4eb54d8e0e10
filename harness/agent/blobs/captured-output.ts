import { StringDecoder } from 'node:string_decoder';
import { OutputBuffer } from '../executor/output-buffer.js';
import type { BlobStore } from './blob-store.js';
import type { BlobWriter } from './blob-writer.js';

/** Output of a command: as much as the model is to see, and a blob with the whole where that is not all. */
export class CapturedOutput {
  readonly #decoder = new StringDecoder('utf8');
  readonly #seen: OutputBuffer;
  readonly #blob: BlobWriter;

  /** @param characters that the model sees. */
  constructor(characters: number, blobs: BlobStore) {
    this.#seen = new OutputBuffer(characters);
    this.#blob = blobs.writer(characters);
  }

  push(bytes: Uint8Array): void {
    this.#seen.push(this.#decoder.write(Buffer.from(bytes)));
    this.#blob.push(bytes);
  }

  /** `kept` says where the whole is, with `{{process}}` for the number of the command; nothing where it was seen whole. */
  end(): { text: string; blobId?: string; kept?: string } {
    this.#seen.push(this.#decoder.end());
    const text = this.#seen.text();
    const blobId = this.#blob.end(this.#seen.cut > 0);
    if (this.#seen.cut === 0) return { text };
    if (blobId === undefined) return { text, kept: `the whole output could not be kept: ${this.#blob.fault ?? 'unknown'}` };
    return { text, blobId, kept: 'the output is kept: process with action output and process {{process}} shows its lines' };
  }
}
