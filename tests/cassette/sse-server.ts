import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves one answer to every request on loopback, as the pieces of bytes that are given. */
export class SseServer {
  pieces: Uint8Array[] = [];
  readonly #server: Server = createServer((request, response) => {
    request.resume().once('end', () => void this.#send(response));
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #send(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of this.pieces) {
      response.write(piece);
      // Lets each piece leave on its own, so that the client reads it as one network chunk.
      await new Promise(setImmediate);
    }
    response.end();
  }
}

/** The bytes of recorded events as an endpoint streams them. */
export function sse(events: readonly string[], dialect: 'chat' | 'anthropic', done: boolean): Buffer {
  const framed = events.map((event) =>
    dialect === 'anthropic' ? `event: ${(JSON.parse(event) as { type: string }).type}\ndata: ${event}\n\n` : `data: ${event}\n\n`,
  );
  return Buffer.from(framed.join('') + (done && dialect === 'chat' ? 'data: [DONE]\n\n' : ''));
}
