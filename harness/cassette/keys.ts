import type { CarriedCall, CarriedReply } from '../dialects/index.js';

/**
 * What a reply is known by, however an agent words it when it carries it back: the ids of its tool calls where the
 * recording minted them, else the tools and their arguments; its text where it calls nothing; its id, or those of its
 * items, where a request names nothing but that.
 *
 * @param minted ids of tool calls that recorded replies hold
 */
export function replyKey({ text, calls, responseId, items }: CarriedReply, minted: ReadonlySet<string>): string {
  if (calls.length > 0) return calls.map((call) => callKey(call, minted)).join('\n');
  const said = text.trim();
  if (said !== '') return `text ${said}`;
  if (responseId !== undefined) return `response ${responseId}`;
  return items ? items.map((item) => `item ${item}`).join('\n') : 'text ';
}

/** The names by which a request knows a reply that it carries back: also each call alone, for clients list each with its result. */
export function carriedNames(reply: CarriedReply, minted: ReadonlySet<string>): string[] {
  const names = [
    replyKey(reply, minted),
    ...(reply.responseId === undefined ? [] : [`response ${reply.responseId}`]),
    ...reply.calls.map((call) => callKey(call, minted)),
    ...(reply.items ?? []).map((item) => `item ${item}`),
  ];
  return [...new Set(names)];
}

/** All names that {@link carriedNames} may give a recorded reply: an agent may have given its calls ids of its own. */
export function replyNames(reply: CarriedReply, minted: ReadonlySet<string>): string[] {
  return [...new Set([...carriedNames(reply, minted), ...carriedNames(reply, NONE)])];
}

const NONE: ReadonlySet<string> = new Set();

function callKey({ id, name, arguments: args }: CarriedCall, minted: ReadonlySet<string>): string {
  return id !== undefined && minted.has(id) ? `call ${id}` : `call ${name} ${canonicalJson(args)}`;
}

/** The same for every spelling of one JSON text: agents parse arguments and write them anew. */
function canonicalJson(text: string): string {
  try {
    return stableJson(JSON.parse(text === '' ? '{}' : text));
  } catch {
    return text;
  }
}

/** JSON with the keys of objects sorted. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = value as Record<string, unknown>;
  return `{${Object.keys(fields)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${stableJson(fields[key])}`)
    .join(',')}}`;
}
