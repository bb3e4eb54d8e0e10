import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync, inflateSync, type BrotliOptions, type ZlibOptions } from 'node:zlib';

/** The whole body of a request, as it came. Rejects where the client ended in the middle. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What a body means: its JSON, else its text; absent where it is empty; undecodable bytes as base64. */
export function meaningOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const text = textOf(body);
  if (text === undefined) return { base64: body.toString('base64') };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Strict UTF-8; `undefined` where it is none. */
export function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A body that was cut off is decoded as far as it goes. */
const CUT: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };
const CUT_BROTLI: BrotliOptions = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, CUT),
  'x-gzip': (body) => gunzipSync(body, CUT),
  deflate: (body) => inflateSync(body, CUT),
  br: (body) => brotliDecompressSync(body, CUT_BROTLI),
  identity: (body) => body,
};

/** Undoes a content-encoding to read a body; `undefined` where it is unknown or does not fit. */
export function decoded(body: Buffer, encoding: string | undefined): Buffer | undefined {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .toReversed();
  try {
    return body.length === 0 ? body : names.reduce((bytes, name) => DECODERS[name]!(bytes), body);
  } catch {
    return undefined;
  }
}
