import type { SseEvent } from '../schema/cassette.js';

const LF = 0x0a;
const CR = 0x0d;

/** Reads the bytes of an event stream, in whatever pieces they come. */
export interface SseParser {
  /** The events that these bytes complete. */
  push: (bytes: Uint8Array) => SseEvent[];
  /**
   * What the stream left unfinished: at most one event, whose blank line never came. A client that keeps to the
   * standard throws it away, so it counts as cut off.
   */
  end: () => SseEvent[];
}

/**
 * Parser of server-sent events that loses nothing a client could see: name, data, id, retry and comments, in order, also
 * events of comments alone and names without data. Lines may end in LF, CR or CRLF; a byte order mark at the start is
 * dropped; a cut inside a character or a line end changes nothing.
 *
 * @example
 * const parser = createSseParser();
 * parser.push(encode('data: {"a"')); // []
 * parser.push(encode(':1}\n\n')); // [{ data: '{"a":1}' }]
 */
export function createSseParser(): SseParser {
  // Lines are cut as bytes, so that a character split over two pieces is decoded as a whole.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let line: Uint8Array[] = [];
  let first = true;
  let afterCr = false;
  let event: SseEvent = {};

  const takeLine = (rest: Uint8Array): string => {
    const text = decoder.decode(line.length === 0 ? rest : joined([...line, rest]));
    line = [];
    const unmarked = first && text.startsWith('\uFEFF') ? text.slice(1) : text;
    first = false;
    return unmarked;
  };

  const takeEvent = (): SseEvent[] => {
    const finished = event;
    event = {};
    return Object.keys(finished).length === 0 ? [] : [finished];
  };

  return {
    push: (bytes) => {
      const events: SseEvent[] = [];
      let start = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte !== LF && byte !== CR) {
          afterCr = false;
          continue;
        }
        if (byte === LF && afterCr) {
          afterCr = false;
        } else {
          afterCr = byte === CR;
          const text = takeLine(bytes.subarray(start, at));
          if (text === '') events.push(...takeEvent());
          else readField(event, text);
        }
        start = at + 1;
      }
      // Copied: whoever reads a socket may use its buffer again.
      if (start < bytes.length) line.push(bytes.slice(start));
      return events;
    },
    end: () => {
      const text = takeLine(new Uint8Array());
      if (text !== '') readField(event, text);
      return takeEvent();
    },
  };
}

function readField(event: SseEvent, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) {
    event.comments = [...(event.comments ?? []), line.slice(1)];
    return;
  }
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
  else if (name === 'event') event.event = value;
  else if (name === 'id' && !value.includes('\0')) event.id = value;
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * One event as it goes over the wire, with its blank line.
 *
 * @example
 * formatSseEvent({ event: 'ping', data: '{}' }); // 'event: ping\ndata: {}\n\n'
 */
export function formatSseEvent({ event, data, id, retry, comments }: SseEvent): string {
  // What nearly every event is, and replies hold 50,000 of them.
  if (data !== undefined && !comments && id === undefined && retry === undefined && !data.includes('\n'))
    return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
  const lines = (comments ?? []).map((comment) => `:${comment}`);
  if (event !== undefined) lines.push(`event: ${event}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  if (retry !== undefined) lines.push(`retry: ${retry}`);
  if (data !== undefined) lines.push(...data.split('\n').map((line) => `data: ${line}`));
  return `${lines.join('\n')}\n\n`;
}
