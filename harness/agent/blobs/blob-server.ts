import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AcpError } from '../../errors/acp-error.js';
import type { BlobStore } from './blob-store.js';

/** How one reading of a blob ended. A reset one may be tried again, from the bytes that arrived on. */
export type BlobRead = { blobId: string; from: number } & ({ state: 'completed' } | { state: 'reset'; retryable: true });

interface Shared {
  store: BlobStore;
  blobId: string;
  onRead: (read: BlobRead) => void;
}

/**
 * Streams blobs to whoever got their URL: on loopback only, under a name that cannot be guessed. `Range: bytes=N-`
 * goes on where an earlier stream was reset. It listens from the first URL on, and holds no process open.
 */
export class BlobServer {
  readonly #shared = new Map<string, Shared>();
  #server: Promise<Server> | undefined;

  async share(shared: Shared): Promise<string> {
    const server = await (this.#server ??= this.#listen());
    const path = `/blobs/${randomUUID()}`;
    this.#shared.set(path, shared);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  }

  async close(): Promise<void> {
    const server = await this.#server;
    server?.closeAllConnections();
    server?.close();
  }

  #listen(): Promise<Server> {
    const server = createServer((request, response) => void this.#serve(request, response));
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const shared = this.#shared.get(request.url ?? '');
    if (!shared || request.method !== 'GET') return refuse(response, 404, 'there is no such blob');
    try {
      const { file, bytes } = await shared.store.check(shared.blobId);
      const from = rangeStart(request.headers.range, bytes);
      if (from === undefined) return refuse(response, 416, `the blob has ${bytes} bytes; ask for "bytes=N-" with a smaller N`);
      stream(response, shared, { file, bytes, from });
    } catch (error) {
      refuse(response, 410, error instanceof AcpError ? error.message : String(error));
    }
  }
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

function stream(
  response: ServerResponse,
  { blobId, onRead }: Shared,
  { file, bytes, from }: { file: string; bytes: number; from: number },
): void {
  response.writeHead(from === 0 ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': bytes - from,
    etag: `"${blobId}"`,
    'accept-ranges': 'bytes',
    ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` }),
  });
  const source = createReadStream(file, { start: from });
  response.once('close', () => {
    source.destroy();
    onRead({ blobId, from, ...(response.writableFinished ? { state: 'completed' } : { state: 'reset', retryable: true }) });
  });
  // What fails now is seen by the reader as a stream that is shorter than its length.
  source.once('error', () => response.destroy()).pipe(response);
}

function rangeStart(range: string | undefined, bytes: number): number | undefined {
  if (range === undefined) return 0;
  const from = Number(/^bytes=(\d+)-$/u.exec(range)?.[1] ?? Number.NaN);
  return from < bytes ? from : undefined;
}
