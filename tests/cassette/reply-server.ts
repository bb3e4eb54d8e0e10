import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatSseEvent } from '../../harness/dialects/index.js';
import type { WireReply } from '../../harness/schema/index.js';

/** The bytes of a reply as they go over the wire. */
export const bytesOf = ({ events, body }: WireReply): Buffer =>
  Buffer.from(events ? events.map((event) => formatSseEvent(event)).join('') : (body ?? ''));

/** Serves one reply to every request on loopback, in the pieces that `split` makes of its bytes. */
export class ReplyServer {
  reply: WireReply | undefined;
  split: (bytes: Buffer) => Uint8Array[] = (bytes) => [bytes];
  /** Counts the requests whose client closed first. */
  left = 0;
  readonly paths: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.paths.push(request.url ?? '');
    response.once('close', () => (this.left += response.writableEnded ? 0 : 1));
    request.resume().once('end', () => void this.send(response));
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async send(response: ServerResponse): Promise<void> {
    const { status, headers, end } = this.reply!;
    response.writeHead(status, headers);
    for (const piece of this.split(bytesOf(this.reply!))) {
      response.write(piece);
      // Lets each piece leave on its own, so that the client reads it as one network chunk.
      await new Promise(setImmediate);
    }
    if (end === 'complete') response.end();
  }
}
