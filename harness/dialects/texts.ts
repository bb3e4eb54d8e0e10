import type { Dialect, WireReply } from '../schema/index.js';
import { replaceInPieces, replaceInText, type Replacement } from '../replay/pieces.js';
import { FORMS } from './forms.js';
import { isFields, parseJson } from './json.js';
import { TextSlots, type TextSlot } from './slots.js';

/** What a text becomes: the new text, or the places to replace in it, in order. `escaped`: the text is JSON itself. */
export type MapText = (joined: string, escaped: boolean) => string | readonly Replacement[];

/**
 * Rewrites the texts of a reply. The pieces of a streamed block are read as one text, so that a value is found that is
 * split over several of them; every other string, names of fields too, is a text of its own. There are as many events
 * as before, and an event in which nothing changed keeps the exact bytes of its data.
 *
 * A `map` that gives places keeps what is between them in its pieces; one that gives a text moves everything from the
 * first difference to the last into the piece of the first.
 */
export function mapReplyTexts(dialect: Dialect, reply: WireReply, map: MapText): WireReply {
  const { events, body } = reply;
  if (events) {
    const datas = mapPayloads(
      dialect,
      events.map(({ data }) => data),
      map,
    );
    return { ...reply, events: events.map((event, at) => (datas[at] === undefined ? event : { ...event, data: datas[at] })) };
  }
  if (body === undefined) return reply;
  const parsed = parseJson(body);
  const parts = Array.isArray(parsed) ? parsed.map((part) => JSON.stringify(part)) : [body];
  const mapped = mapPayloads(dialect, parts, map);
  if (mapped.every((part, at) => part === parts[at])) return reply;
  return { ...reply, body: Array.isArray(parsed) ? `[${mapped.join(',\n')}]` : mapped[0]! };
}

function mapPayloads(dialect: Dialect, texts: readonly (string | undefined)[], map: MapText): (string | undefined)[] {
  const payloads = texts.map((text) => parseJson(text));
  const slots = new TextSlots();
  for (const payload of payloads) if (isFields(payload)) FORMS[dialect].slots(payload, slots);
  const before = payloads.map((payload) => (isFields(payload) ? JSON.stringify(payload) : undefined));
  rewriteBlocks(slots.found, map);
  const named = namesOf(slots.found);
  return texts.map((text, at) => {
    const payload = payloads[at];
    if (text === undefined) return undefined;
    if (!isFields(payload)) return rewrite(text, false, map);
    const after = JSON.stringify(rewriteRest(payload, named, map));
    return after === before[at] ? text : after;
  });
}

function rewriteBlocks(slots: readonly TextSlot[], map: MapText): void {
  const blocks = new Map<string, TextSlot[]>();
  for (const [at, slot] of slots.entries()) {
    const key = slot.block ?? `alone ${at}`;
    blocks.set(key, [...(blocks.get(key) ?? []), slot]);
  }
  for (const block of blocks.values()) {
    const pieces = block.map(({ holder, field }) => holder[field] as string);
    const mapped = replaceInPieces(pieces, (text) => replacements(text, map(text, block[0]!.json)));
    for (const [at, { holder, field }] of block.entries()) holder[field] = mapped[at];
  }
}

/** Rewrites every string that no slot named. */
function rewriteRest(value: unknown, slots: ReadonlyMap<object, Set<string>>, map: MapText): unknown {
  if (typeof value === 'string') return rewrite(value, false, map);
  if (Array.isArray(value)) return value.map((item) => rewriteRest(item, slots, map));
  if (!isFields(value)) return value;
  const named = slots.get(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [rewrite(name, false, map), named?.has(name) ? item : rewriteRest(item, slots, map)]),
  );
}

function namesOf(slots: readonly TextSlot[]): Map<object, Set<string>> {
  const named = new Map<object, Set<string>>();
  for (const { holder, field } of slots) named.set(holder, (named.get(holder) ?? new Set()).add(field));
  return named;
}

const rewrite = (text: string, escaped: boolean, map: MapText): string => replaceInText(text, () => replacements(text, map(text, escaped)));

/** The places of a mapped text: what lies between what both texts begin and end with. */
function replacements(text: string, mapped: string | readonly Replacement[]): readonly Replacement[] {
  if (typeof mapped !== 'string') return mapped;
  if (mapped === text) return [];
  const shorter = Math.min(text.length, mapped.length);
  let start = 0;
  while (start < shorter && text[start] === mapped[start]) start++;
  let tail = 0;
  while (tail < shorter - start && text.at(-1 - tail) === mapped.at(-1 - tail)) tail++;
  return [{ start, end: text.length - tail, text: mapped.slice(start, mapped.length - tail) }];
}
