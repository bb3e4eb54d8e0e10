import { encodeReply, finishAt, finishTwice, formatSseEvent, withoutFinish } from '../dialects/index.js';
import type { Dialect, WireReply } from '../schema/index.js';
import type { Fault } from './parse.js';

/** What a fault makes of a reply. */
export interface FaultedReply {
  reply: WireReply;
  /** It goes out in small pieces, each once the one before has gone. */
  drip?: true;
  /** How many of the recorded reply's chunks come whole. */
  chunks?: { sent: number; of: number };
}

/** A reply that cannot have a fault, and why. */
export interface NoFault {
  impossible: string;
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  '401': 'The API key is not valid.',
  '429': 'The rate limit was reached. Try again later.',
  '500': 'The server had an error while it processed the request.',
};

/**
 * Puts a fault on a recorded reply. Pure: the same reply and fault give the same bytes.
 * - `401`, `429`, `500`: the dialect's error body in place of the reply.
 * - `reset-before`: the connection breaks before a byte. `refused` is made by whoever listens, and is the same here.
 * - `reset-after:n`: it breaks after n chunks, the finish never among them; of a body, in its middle.
 * - `truncated:n`: n chunks, half of the next one, and a clean end. `malformed:n`: half of the next one's JSON, and on.
 * - `stall:n`: n chunks, and silence until the client closes.
 * - `slow-drip`: the whole reply in small pieces, which part characters and events.
 * - `duplicate-finish`, `finish-missing`: the finish twice, or not at all; all else as recorded, with a clean end.
 */
export function deriveFault(dialect: Dialect, reply: WireReply, fault: Fault): FaultedReply | NoFault {
  const { name } = fault;
  const status = STATUS_TEXTS[name];
  if (status !== undefined) return { reply: errorReply(dialect, Number(name), status) };
  if (name === 'refused' || name === 'reset-before') return { reply: { status: 0, headers: {}, end: 'reset' } };
  if (reply.status >= 400 || reply.status === 0) return { impossible: `the recorded reply is a failure itself (status ${reply.status})` };
  if (reply.base64 !== undefined) return { impossible: 'the recorded reply cannot be read' };
  if (name === 'slow-drip') return { reply, drip: true };
  if (name === 'duplicate-finish') return orImpossible(finishTwice(dialect, reply), 'the recorded reply has no chunk that finishes it');
  if (name === 'finish-missing') return orImpossible(withoutFinish(dialect, reply), 'the recorded reply has no finish');
  return reply.events ? onStream(dialect, reply, fault) : onBody(reply, fault);
}

function orImpossible(reply: WireReply | undefined, impossible: string): FaultedReply | NoFault {
  return reply ? { reply } : { impossible };
}

function errorReply(dialect: Dialect, status: number, message: string): WireReply {
  const options = { stream: false, model: '', ids: (kind: string) => kind, created: 0 };
  return encodeReply(dialect, { type: 'error', lane: 1, status, message }, options);
}

/** Faults inside a stream lie before its finish: what comes behind it is no part of the reply. */
function onStream(dialect: Dialect, reply: WireReply, { name, after }: Fault): FaultedReply | NoFault {
  const events = reply.events!;
  const most = finishAt(dialect, reply) ?? events.length;
  const sent = after ?? Math.ceil(most / 2);
  // What is cut needs a chunk of its own that is not the finish, or is it.
  const cuts = name === 'truncated' || name === 'malformed';
  const limit = cuts ? Math.min(most, events.length - 1) : most;
  if (sent > limit) return { impossible: `${limit} chunks come before the finish of the recorded reply, not ${sent}` };
  const whole = { ...reply, events: events.slice(0, sent) };
  const chunks = { sent, of: events.length };
  if (name === 'stall') return { reply: ended(whole, 'aborted'), chunks };
  if (name === 'reset-after') return { reply: ended(whole, 'reset'), chunks };
  const next = events[sent]!;
  if (name === 'malformed') {
    const data = half(next.data ?? '{}');
    return { reply: { ...reply, events: [...whole.events, { ...next, data }, ...events.slice(sent + 1)] }, chunks };
  }
  const text = [...whole.events, next].map(formatSseEvent);
  const { events: _, ...rest } = whole;
  return { reply: ended({ ...rest, body: [...text.slice(0, -1), half(text.at(-1)!)].join('') }, 'complete'), chunks };
}

/** A reply that came as one body has no chunks to count. */
function onBody(reply: WireReply, { name, after }: Fault): FaultedReply | NoFault {
  if (after !== undefined) return { impossible: 'the recorded reply came as one body, which has no chunks to count' };
  const body = reply.body ?? '';
  // A colon less, and it is no JSON; the rest is as long as ever.
  if (name === 'malformed') return { reply: { ...reply, body: body.replace(':', ' ') } };
  const end = name === 'stall' ? 'aborted' : name === 'reset-after' ? 'reset' : 'complete';
  return { reply: ended({ ...reply, body: half(body) }, end) };
}

/** It no longer says how it finished. */
function ended(reply: WireReply, end: WireReply['end']): WireReply {
  const { finish: _, ...rest } = reply;
  return { ...rest, end };
}

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
