import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

let writers = 0;

/** Writes one blob under a name of its own; it gets its right name when it is whole. */
export class BlobWriter {
  readonly #hash = createHash('sha256');
  readonly #file: string;
  #held: Uint8Array[] = [];
  #bytes = 0;
  #written = 0;
  #descriptor: number | undefined;
  /** Code of the system's error, such as `ENOSPC`, where the blob cannot be kept. */
  fault: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly memoryBytes: number,
    private readonly capBytes: number,
  ) {
    this.#file = join(folder, `.${process.pid}-${writers++}.part`);
  }

  push(bytes: Uint8Array): void {
    const room = this.capBytes - this.#bytes;
    if (this.fault !== undefined || room <= 0) return;
    const taken = bytes.subarray(0, room);
    this.#bytes += taken.length;
    if (this.#bytes <= this.memoryBytes) return void this.#held.push(taken);
    this.#guarded(() => this.#write([...this.#held, taken]));
    this.#held = [];
  }

  /** Ends the blob and gives its id: `undefined` where `wanted` is false, or where it could not be written. */
  end(wanted: boolean): string | undefined {
    if (wanted) this.#guarded(() => this.#write(this.#held));
    const id = this.#hash.digest('hex');
    if (this.#descriptor === undefined) return undefined;
    closeSync(this.#descriptor);
    const keep = wanted && this.fault === undefined;
    if (keep) this.#guarded(() => renameSync(this.#file, join(this.folder, id)));
    else rmSync(this.#file, { force: true });
    return keep && this.fault === undefined ? id : undefined;
  }

  /** Bytes kept. */
  get bytes(): number {
    return this.#written;
  }

  #write(pieces: readonly Uint8Array[]): void {
    if (this.#descriptor === undefined) {
      mkdirSync(this.folder, { recursive: true });
      this.#descriptor = openSync(this.#file, 'w');
    }
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) at += writeSync(this.#descriptor, piece, at);
      this.#hash.update(piece);
      this.#written += piece.length;
    }
  }

  #guarded(operation: () => void): void {
    try {
      operation();
    } catch (error) {
      this.fault ??= (error as NodeJS.ErrnoException).code ?? 'unknown';
    }
  }
}
