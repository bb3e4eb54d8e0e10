import type { IncomingHttpHeaders } from 'node:http';
import { replyHeaders } from '../cassette/index.js';
import { createSseParser } from '../dialects/index.js';
import type { ExchangeEnd, WireReply } from '../schema/index.js';
import { decoded, textOf } from './incoming.js';

/** What came back, as far as it came. */
export interface ReceivedReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  end: ExchangeEnd;
}

/** A reply in the form a cassette holds: events, a text, or bytes. */
export function toWireReply({ status, headers, body, end }: ReceivedReply): WireReply {
  const plain = decoded(body, headers['content-encoding']);
  const kept = replyHeaders(headers);
  const base = { status, headers: kept, end };
  // An encoding nobody here can read: the bytes are kept with its name.
  if (!plain) return { ...base, headers: { ...kept, 'content-encoding': headers['content-encoding']! }, base64: body.toString('base64') };
  if (/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) {
    const parser = createSseParser();
    const events = parser.push(plain);
    const rest = parser.end();
    // An event without its blank line was never seen by a client: the stream broke in it.
    return { ...base, events, end: rest.length > 0 && end === 'complete' ? 'incomplete' : end };
  }
  const text = textOf(plain);
  if (text === undefined) return { ...base, base64: plain.toString('base64') };
  return { ...base, ...(text !== '' && { body: text }) };
}
