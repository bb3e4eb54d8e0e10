import { mapReplyTexts } from '../dialects/index.js';
import { replaceInText, type Find, type Replacement } from '../replay/pieces.js';
import type { WireReply } from '../schema/cassette.js';
import type { ReplayPlan } from '../schema/replay.js';
import type { Dialect } from '../schema/wire.js';
import { findValues } from './values.js';

const TOKENS = /\{\{[A-Za-z][\w-]*(?:#\d+)?\}\}/g;

/** What stands for a token in this run; `undefined` where it is none of ours. */
export type Binding = (token: string) => string | undefined;

/** Binds folders, base URL and late-bound values of a run. */
export function bindingOf(bindings: ReplayPlan['bindings'], url: string | undefined, values: ReadonlyMap<string, string>): Binding {
  const folders: Record<string, string | undefined> = {
    '{{cwd}}': bindings.cwd[0],
    '{{home}}': bindings.home[0],
    '{{tmp}}': bindings.tmp[0],
    '{{provider}}': url,
  };
  return (token) => (Object.hasOwn(folders, token) ? folders[token] : values.get(token));
}

/** Puts the values of this run in place of the tokens of a recorded reply, also where one is split over several deltas. */
export function bindReply(dialect: Dialect, reply: WireReply, binding: Binding): WireReply {
  return mapReplyTexts(dialect, reply, (text, escaped) => findTokens(text, binding, escaped));
}

/** As {@link bindReply}, for the answer to a plain request, event by event. */
export function bindPlain(reply: WireReply, binding: Binding): WireReply {
  return mapPlain(reply, (text, isJson) => replaceInText(text, () => findTokens(text, binding, isJson)));
}

function findTokens(text: string, binding: Binding, escaped: boolean): Replacement[] {
  return [...text.matchAll(TOKENS)].flatMap((match) => {
    const value = binding(match[0]);
    if (value === undefined) return [];
    return [{ start: match.index, end: match.index + match[0].length, text: escaped ? JSON.stringify(value).slice(1, -1) : value }];
  });
}

/**
 * What a cassette holds of a reply: the folders of the run as tokens, secrets redacted, and the token in place of a
 * value that the reply echoes from its request.
 *
 * @param finds what to replace in a text of the run, one after the other
 */
export function tokenizeReply(dialect: Dialect, reply: WireReply, finds: readonly Find[], values: ReadonlyMap<string, string>): WireReply {
  const all = values.size > 0 ? [...finds, findValues(values)] : finds;
  return all.reduce((rewritten, find) => mapReplyTexts(dialect, rewritten, (text) => find(text)), reply);
}

/** As {@link tokenizeReply}, for the answer to a plain request. */
export function tokenizePlain(reply: WireReply, finds: readonly Find[]): WireReply {
  return mapPlain(reply, (text) => finds.reduce((rewritten, find) => replaceInText(rewritten, find), text));
}

/** The texts of an answer in no dialect are its body and the data of its events. */
function mapPlain(reply: WireReply, map: (text: string, isJson: boolean) => string): WireReply {
  const isJson = /json|event-stream/.test(reply.headers['content-type'] ?? '');
  return {
    ...reply,
    ...(reply.body !== undefined && { body: map(reply.body, isJson) }),
    ...(reply.events && {
      events: reply.events.map((event) => (event.data === undefined ? event : { ...event, data: map(event.data, isJson) })),
    }),
  };
}

/** Whether a reply holds something to bind; most hold nothing, and need not be taken apart when they are served. */
export function hasTokens(dialect: Dialect, reply: WireReply): boolean {
  let found = false;
  mapReplyTexts(dialect, reply, (text) => {
    found ||= text.search(TOKENS) !== -1;
    return text;
  });
  return found;
}
