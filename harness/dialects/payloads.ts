import type { WireReply } from '../schema/index.js';
import { listOf, isFields, parseJson, type Fields } from './json.js';

/** The JSON objects of a reply. `whole`: one body in place of a stream. What is no JSON, as `[DONE]`, is passed over. */
export function payloadsOf({ events, body }: WireReply): { payloads: Fields[]; whole: boolean } {
  if (events) return { payloads: listOf(events.map(({ data }) => parseJson(data))), whole: false };
  const parsed = parseJson(body);
  if (isFields(parsed)) return { payloads: [parsed], whole: true };
  // Gemini without `alt=sse` streams one JSON list.
  if (Array.isArray(parsed)) return { payloads: listOf(parsed), whole: false };
  return { payloads: listOf(openList(body ?? '')), whole: false };
}

/** The elements that came whole of a JSON list that was cut off. */
function openList(text: string): unknown[] {
  const found: unknown[] = [];
  let depth = 0;
  let start = -1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' && depth++ === 0) start = at;
    else if (sign === '}' && --depth === 0) found.push(parseJson(text.slice(start, at + 1)));
  }
  return found;
}
