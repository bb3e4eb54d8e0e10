import type { Dialect, SseEvent, WireReply } from '../schema/index.js';
import { FORMS } from './forms.js';
import { isFields, parseJson } from './json.js';

/**
 * A reply that says its finish twice; `undefined` where it is not streamed event by event, or has none.
 *
 * @example
 * finishTwice('openai-chat', reply); // …, the chunk with finish_reason, one more without text, [DONE]
 */
export function finishTwice(dialect: Dialect, reply: WireReply): WireReply | undefined {
  const { again } = FORMS[dialect].finish;
  const copies = (reply.events ?? []).map((event) => withPayload(event, again));
  const last = copies.findLastIndex((copy) => copy !== undefined);
  if (last === -1) return undefined;
  const events = reply.events!;
  return { ...reply, events: [...events.slice(0, last + 1), ...copies.filter((copy) => copy !== undefined), ...events.slice(last + 1)] };
}

/** A reply that says everything but its finish, and ends cleanly all the same; `undefined` where it has none. */
export function withoutFinish(dialect: Dialect, whole: WireReply): WireReply | undefined {
  const { finish: _, ...reply } = whole;
  const { without } = FORMS[dialect].finish;
  if (reply.events) {
    const events = reply.events.flatMap((event) => {
      const payload = parseJson(event.data);
      if (!isFields(payload)) return [event];
      const rest = without(payload);
      return rest === payload ? [event] : rest ? [{ ...event, data: JSON.stringify(rest) }] : [];
    });
    return events.every((event, at) => event === reply.events![at]) && events.length === reply.events.length
      ? undefined
      : { ...reply, events };
  }
  const body = parseJson(reply.body);
  const rest = Array.isArray(body)
    ? body.flatMap((payload) => (isFields(payload) ? (without(payload) ?? []) : [payload]))
    : isFields(body)
      ? (without(body) ?? {})
      : body;
  const text = JSON.stringify(rest);
  return body === undefined || text === JSON.stringify(body) ? undefined : { ...reply, body: text };
}

/** Which event of a stream says its finish first; `undefined` where none does. */
export function finishAt(dialect: Dialect, { events = [] }: WireReply): number | undefined {
  const at = events.findIndex((event) => withPayload(event, FORMS[dialect].finish.again) !== undefined);
  return at === -1 ? undefined : at;
}

function withPayload(
  event: SseEvent,
  change: (payload: Record<string, unknown>) => Record<string, unknown> | undefined,
): SseEvent | undefined {
  const payload = parseJson(event.data);
  const changed = isFields(payload) ? change(payload) : undefined;
  return changed && { ...event, data: JSON.stringify(changed) };
}
