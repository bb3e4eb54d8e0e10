import type { AuthoredRecord, Dialect, SseEvent, WireReply } from '../schema/index.js';
import type { EncodeOptions } from './dialect.js';
import { errorType, googleStatus } from './failures.js';
import { FORMS } from './forms.js';
import { decodeReply } from './decode.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS_TYPE = { 'content-type': 'text/event-stream' };

/**
 * Words an authored record in a dialect. A `reply` ends as the dialect ends one; an `error` is its status with the
 * dialect's error form and `retry-after`; a `hang` is what comes before the silence, ended by the client (`aborted`):
 * without a stream, nothing.
 *
 * @example
 * encodeReply('anthropic', { type: 'reply', lane: 1, text: 'Done.' }, { stream: true, model: 'm', ids, created: 0 });
 */
export function encodeReply(dialect: Dialect, authored: AuthoredRecord, options: EncodeOptions): WireReply {
  const form = FORMS[dialect];
  if (authored.type === 'error') {
    const { status, message, retryAfter } = authored;
    const headers = { ...JSON_TYPE, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
    return { status, headers, body: JSON.stringify(form.errorBody(status, message)), end: 'complete' };
  }
  if (authored.type === 'hang') {
    const prefix = { ...authored, type: 'reply' as const };
    if (options.stream === 'list') return listReply(form.stream(prefix, options, true), true);
    if (!options.stream) return { status: 200, headers: JSON_TYPE, body: '', end: 'aborted' };
    return { status: 200, headers: EVENTS_TYPE, events: form.stream(prefix, options, true), end: 'aborted' };
  }
  if (options.stream === 'list') return finished(dialect, listReply(form.stream(authored, options, false), false));
  const content: { events: SseEvent[] } | { body: string } = options.stream
    ? { events: form.stream(authored, options, false) }
    : { body: JSON.stringify(form.body(authored, options)) };
  const reply: WireReply = { status: 200, headers: options.stream ? EVENTS_TYPE : JSON_TYPE, ...content, end: 'complete' };
  return finished(dialect, reply);
}

/** Gemini's stream without events: one JSON list, which stays open where the reply does. */
function listReply(events: readonly SseEvent[], open: boolean): WireReply {
  const body = `[${events.map(({ data }) => data).join(',\r\n')}${open ? '' : ']'}`;
  return { status: 200, headers: JSON_TYPE, body, end: open ? 'aborted' : 'complete' };
}

function finished(dialect: Dialect, reply: WireReply): WireReply {
  const { finish } = decodeReply(dialect, reply);
  return { ...reply, ...(finish !== undefined && { finish }) };
}

/**
 * The answer to a request that has no place in the recording: status 400, which no client tries again, in a body that
 * reads as an error in every dialect.
 */
export function refusalReply(message: string): WireReply {
  const error = { type: errorType(400), message, param: null, code: 400, status: googleStatus(400) };
  return { status: 400, headers: JSON_TYPE, body: JSON.stringify({ type: 'error', error }), end: 'complete' };
}
