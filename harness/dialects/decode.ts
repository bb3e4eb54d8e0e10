import type { Dialect, Failure, WireReply } from '../schema/index.js';
import type { DecodedReply } from './dialect.js';
import { codeOfStatus } from './failures.js';
import { FORMS } from './forms.js';
import { fieldsOf, isFields, parseJson, textOf, type Fields } from './json.js';
import { ReplyBuilder } from './reply-builder.js';
import { payloadsOf } from './payloads.js';

const BROKEN: Readonly<Record<string, Failure>> = {
  incomplete: { code: 'INCOMPLETE_STREAM', message: 'the stream ended before the provider said that the reply was finished' },
  reset: { code: 'TRANSPORT', message: 'the connection to the provider broke' },
  unreachable: { code: 'TRANSPORT', message: 'the provider could not be reached' },
};

/**
 * What a reply says: its chunks as a session log has them, its text, reasoning and calls, and how it ended. `end` is
 * `complete` where the dialect's own end was seen (also an error that the stream holds in its place) and never where it
 * was not: then it is what the reply says of itself, or `incomplete`. A reply that the client aborted has no finish.
 */
export function decodeReply(dialect: Dialect, reply: WireReply): DecodedReply {
  const form = FORMS[dialect];
  const builder = new ReplyBuilder();
  if (reply.status >= 400) {
    builder.fail(statusFailure(reply), String(reply.status));
  } else {
    const { payloads, whole } = payloadsOf(reply);
    for (const payload of whole ? payloads.flatMap((body) => form.eventsOf(body)) : payloads) form.read(payload, builder);
  }
  const end = endOf(reply, builder.ended);
  return {
    ...builder.done(BROKEN[end]),
    ...(builder.finish !== undefined && { finish: builder.finish }),
    end,
  };
}

function endOf({ status, end }: WireReply, ended: boolean): WireReply['end'] {
  // A status of failure is an answer, but the dialect has no end that would tell whether its body came whole.
  if (status >= 400) return end;
  if (ended) return 'complete';
  return end === 'complete' ? 'incomplete' : end;
}

function statusFailure({ status, body }: WireReply): Failure {
  const parsed = parseJson(body);
  const said: Fields = isFields(parsed) ? parsed : fieldsOf(Array.isArray(parsed) ? parsed[0] : undefined);
  const message = textOf(fieldsOf(said['error'])['message']) || textOf(said['message']) || textOf(said['error']);
  return { message: message || `the provider answered HTTP ${status}`, code: codeOfStatus(status), status };
}
