import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { formatSseEvent } from '../dialects/index.js';
import type { Decision, SseEvent, WireReply } from '../schema/index.js';

export type ReplyEnd = Pick<Extract<Decision, { type: 'stream-end' }>, 'end' | 'released' | 'left'>;

/**
 * Sends a recorded reply: its events one by one, no faster than the client takes them, or its body. Then what its end
 * was: the end; a broken connection; or silence until the client closes.
 *
 * @param onReleased told once there is nothing more to send
 * @param drip in small pieces, each once the one before has left this process
 */
export async function serveReply(reply: WireReply, response: ServerResponse, onReleased = (): void => {}, drip = false): Promise<ReplyEnd> {
  if (reply.status === 0) {
    onReleased();
    return serveSilence(reply, response);
  }
  response.writeHead(reply.status, reply.headers);
  const pieces = drip ? dripsOf(reply) : (reply.events ?? bodyOf(reply));
  if (drip) response.socket?.setNoDelay(true);
  let released = 0;
  for (const piece of pieces) {
    if (response.destroyed) break;
    if (drip) await taken(response, bytesOf(piece));
    else if (!response.write(bytesOf(piece))) await drained(response);
    if (response.destroyed) break;
    released++;
  }
  const left = pieces.length - released;
  if (left > 0) return { end: 'aborted', released, left };
  onReleased();
  return { end: await endAs(reply, response), released, left };
}

/** A reply of which not even the status came. */
async function serveSilence({ end }: WireReply, response: ServerResponse): Promise<ReplyEnd> {
  if (end !== 'aborted') {
    response.destroy();
    return { end: 'thrown', released: 0, left: 0 };
  }
  await closed(response);
  return { end: 'aborted', released: 0, left: 0 };
}

async function endAs({ end }: WireReply, response: ServerResponse): Promise<ReplyEnd['end']> {
  if (end === 'aborted') {
    response.flushHeaders();
    await closed(response);
    return 'aborted';
  }
  if (end === 'reset' || end === 'unreachable') {
    // What was written goes out first: the client saw it before the connection broke.
    await new Promise<void>((resolve) => (response.destroyed ? resolve() : response.write('', () => resolve())));
    response.destroy();
    return 'thrown';
  }
  response.end();
  return 'finished';
}

function bodyOf({ body, base64 }: WireReply): (string | Buffer)[] {
  if (base64 !== undefined) return [Buffer.from(base64, 'base64')];
  return body === undefined || body === '' ? [] : [body];
}

/** More pieces than this say nothing more about a client. */
const MOST_DRIPS = 4096;

/** A reply in pieces of a few bytes, which part characters and events. */
function dripsOf(reply: WireReply): Buffer[] {
  const whole = Buffer.concat((reply.events ?? bodyOf(reply)).map((piece) => Buffer.from(bytesOf(piece))));
  const size = Math.max(1, Math.ceil(whole.length / MOST_DRIPS));
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
}

/** Until a piece has left this process, or the client is gone. */
function taken(response: ServerResponse, piece: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(piece, () => {
      response.off('close', resolve);
      // The client's own process is given its turn.
      setImmediate(resolve);
    });
  });
}

const bytesOf = (piece: SseEvent | string | Buffer): string | Buffer =>
  typeof piece === 'string' || Buffer.isBuffer(piece) ? piece : formatSseEvent(piece);

/** Until the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

async function closed(response: ServerResponse): Promise<void> {
  if (!response.destroyed && !response.closed) await once(response, 'close');
}
