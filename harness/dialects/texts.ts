import type { Dialect, WireReply } from '../schema/index.js';
import { replaceInPieces, replaceInText, type Replacement } from '../replay/pieces.js';
import { FORMS } from './forms.js';
import { isFields, parseJson } from './json.js';
import { TextSlots, type TextSlot } from './slots.js';

/** What a text becomes: the new text, or the places to replace in it, in order. `escaped`: the text is JSON itself. */
export type MapText = (joined: string, escaped: boolean) => string | readonly Replacement[];

/**
 * Rewrites the texts of a reply. The pieces of a streamed block are read as one text, so that a value is found that is
 * split over several of them; every other string, names of fields too, is a text of its own; an empty one stays empty. There are as many events
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
  const found = payloads.map((payload) => {
    const from = slots.found.length;
    if (isFields(payload)) FORMS[dialect].slots(payload, slots);
    return slots.found.slice(from);
  });
  const changed = rewriteBlocks(slots.found, map);
  return texts.map((text, at) => {
    const payload = payloads[at];
    if (text === undefined) return undefined;
    if (!isFields(payload)) return rewrite(text, false, map);
    const named = found[at]!;
    const rest = rewriteRest(payload, namesOf(named), map);
    return rest === payload && !named.some((slot) => changed.has(slot)) ? text : JSON.stringify(rest);
  });
}

/** Rewrites each block's text in the pieces it came in; gives the pieces that changed. */
function rewriteBlocks(slots: readonly TextSlot[], map: MapText): Set<TextSlot> {
  const blocks = new Map<string, TextSlot[]>();
  for (const [at, slot] of slots.entries()) {
    const key = slot.block ?? `alone ${at}`;
    const block = blocks.get(key);
    if (block) block.push(slot);
    else blocks.set(key, [slot]);
  }
  const changed = new Set<TextSlot>();
  for (const block of blocks.values()) {
    const pieces = block.map(({ holder, field }) => holder[field] as string);
    const mapped = replaceInPieces(pieces, (text) => replacements(text, map(text, block[0]!.json)));
    for (const [at, slot] of block.entries()) {
      if (mapped[at] === pieces[at]) continue;
      slot.holder[slot.field] = mapped[at];
      changed.add(slot);
    }
  }
  return changed;
}

/** Rewrites every string that no slot named; what does not change is the same value. */
function rewriteRest(value: unknown, slots: ReadonlyMap<object, Set<string>>, map: MapText): unknown {
  if (typeof value === 'string') return rewrite(value, false, map);
  if (Array.isArray(value)) {
    const items = value.map((item) => rewriteRest(item, slots, map));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isFields(value)) return value;
  const named = slots.get(value);
  const fields = Object.entries(value);
  const rewritten = fields.map(
    ([name, item]) => [rewrite(name, false, map), named?.has(name) ? item : rewriteRest(item, slots, map)] as const,
  );
  return rewritten.every(([name, item], at) => name === fields[at]![0] && item === fields[at]![1]) ? value : Object.fromEntries(rewritten);
}

function namesOf(slots: readonly TextSlot[]): Map<object, Set<string>> {
  const named = new Map<object, Set<string>>();
  for (const { holder, field } of slots) named.set(holder, (named.get(holder) ?? new Set()).add(field));
  return named;
}

function rewrite(text: string, escaped: boolean, map: MapText): string {
  const found = replacements(text, map(text, escaped));
  return found.length === 0 ? text : replaceInText(text, () => found);
}

/** The places of a mapped text: what lies between what both texts begin and end with. */
function replacements(text: string, mapped: string | readonly Replacement[]): readonly Replacement[] {
  if (typeof mapped !== 'string') return mapped;
  if (mapped === text || text === '') return [];
  const shorter = Math.min(text.length, mapped.length);
  let start = 0;
  while (start < shorter && text[start] === mapped[start]) start++;
  let tail = 0;
  while (tail < shorter - start && text.at(-1 - tail) === mapped.at(-1 - tail)) tail++;
  const end = text.length - tail;
  // What is only added stands in a piece with what is before it.
  const from = start === end ? Math.max(0, start - 1) : start;
  return [{ start: from, end, text: mapped.slice(from, mapped.length - tail) }];
}
