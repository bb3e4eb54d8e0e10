/** One line as bytes, without its 0x0A. */
export interface SplitLine {
  bytes: Uint8Array;
  /** Length of the whole line; more than `bytes` holds where the line was over-long. */
  size: number;
  /** False for the last line of a stream that ended without a newline. */
  terminated: boolean;
}

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Hands on what stands after the last newline. */
  end(): void;
}

/** Bytes kept of an over-long line. */
const START_KEPT = 1024;

/**
 * Splits a byte stream at 0x0A and nowhere else, in O(n): pieces of a long line are joined once. Of a line longer than
 * `maxBytes` only the start is kept, so that no agent can fill the memory.
 */
export function createLineSplitter(maxBytes: number, onLine: (line: SplitLine) => void): LineSplitter {
  const kept = Math.min(START_KEPT, maxBytes);
  let pieces: Uint8Array[] = [];
  let size = 0;

  const add = (piece: Uint8Array) => {
    if (piece.length === 0) return;
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    // A line that turns out over-long keeps its first bytes, copied so that the chunks behind them are let go.
    else if (pieces.length !== 1 || pieces[0]!.length !== kept)
      pieces = [new Uint8Array(Buffer.concat([...pieces, piece]).subarray(0, kept))];
  };
  const flush = (terminated: boolean) => {
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    const line = { bytes, size, terminated };
    pieces = [];
    size = 0;
    onLine(line);
  };
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        add(chunk.subarray(start, end));
        flush(true);
        start = end + 1;
      }
      add(chunk.subarray(start));
    },
    end() {
      if (size > 0) flush(false);
    },
  };
}
