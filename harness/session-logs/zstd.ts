import { sessionLogErrors } from '../errors/session-logs.js';
import { LIMIT } from './decoded.js';
import { loadPeer, type Load } from './peer.js';

interface Inflater {
  push(bytes: Uint8Array, final?: boolean): void;
}
type InflaterClass = new (onChunk: (bytes: Uint8Array) => void) => Inflater;

/** What a zstd file holds, and whether its last frame was cut off. */
export interface Inflated {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * All frames of a zstd file, one behind the other: an agent that appends writes a frame at a time, and Node's own
 * decoder gives only the first.
 *
 * @throws AcpError `ACP_SESSION_LOG_PACKAGE`, `ACP_SESSION_LOG_DAMAGED`, `ACP_SESSION_LOG_TOO_BIG`
 */
export async function inflateZstd(compressed: Uint8Array, file: string, load?: Load, limit = LIMIT): Promise<Inflated> {
  const Decompress = (await loadPeer('fzstd', 'zstd-jsonl', load))['Decompress'] as InflaterClass;
  if (compressed.length === 0) return { bytes: compressed, cut: false };
  if (MAGIC.some((byte, index) => index < compressed.length && compressed[index] !== byte))
    throw sessionLogErrors.damaged(file, undefined, 'it does not start as a zstd frame does');
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooBig = false;
  const inflater = new Decompress((chunk) => {
    size += chunk.length;
    isTooBig ||= size > limit;
    if (isTooBig) throw sessionLogErrors.tooBig(file, limit);
    chunks.push(chunk.slice());
  });
  let cut = false;
  try {
    inflater.push(compressed, true);
  } catch (error) {
    if (isTooBig) throw error;
    cut = /unexpected EOF/i.test((error as Error).message);
    if (!cut) throw sessionLogErrors.damaged(file, undefined, `a zstd frame is broken: ${(error as Error).message}`);
  }
  return { bytes: Buffer.concat(chunks), cut };
}
