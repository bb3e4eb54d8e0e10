/** The last bytes of a stream, bounded: a chatty agent costs no memory. */
export interface TailRing {
  push(chunk: Uint8Array): void;
  /** The tail as text. A character cut at its start is dropped, invalid bytes read as U+FFFD. */
  text(): string;
  /** Bytes seen in all. */
  readonly total: number;
}

/** @param limit bytes kept, 64 KiB where absent */
export function createTailRing(limit = 64 * 1024): TailRing {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let total = 0;
  return {
    push(chunk) {
      total += chunk.length;
      chunks.push(chunk.length > limit ? chunk.subarray(chunk.length - limit) : chunk);
      held += chunks.at(-1)!.length;
      // Joined only once twice the limit is held, so that many small chunks stay O(n).
      if (held > 2 * limit || chunks.length > 1024) {
        const joined = Buffer.concat(chunks);
        chunks = [Buffer.from(joined.subarray(Math.max(0, joined.length - limit)))];
        held = chunks[0]!.length;
      }
    },
    text() {
      const joined = Buffer.concat(chunks);
      let start = Math.max(0, joined.length - limit);
      if (total > limit) while (start < joined.length && (joined[start]! & 0xc0) === 0x80) start++;
      return joined.toString('utf8', start);
    },
    get total() {
      return total;
    },
  };
}
