import type { Counts } from './counts.js';
import { FREE_FORM, idKind, ID_REASON, sideRule, SIDE_CHANNELS, timeRule, type VolatileRule } from './rules.js';
import type { TokenKind, Tokens } from './tokens.js';

/** What is done to the fields of a JSON value. What is absent is not done: a canonical form numbers ids only after sorting. */
export interface Rewriting {
  /** For every string: paths to tokens. */
  readonly text?: (text: string) => string;
  /** For every field that holds an id. */
  readonly id?: (kind: TokenKind, value: string | number) => unknown;
  /** For every field a volatile rule fits; undefined where the rule does not apply here. */
  readonly volatile?: (rule: VolatileRule) => string | undefined;
}

type Json = Record<string, unknown>;
type Zone = 'schema' | 'side' | 'free';

/** Keys name paths in edits by file; most keys are words. */
const PATH_LIKE = /[/\\%]/;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A copy of a JSON value with its fields rewritten by where they stand. `zone` says what the value itself is: a value
 * of the protocol's schema, a side channel or free form.
 */
export function rewrite(value: unknown, how: Rewriting, zone: Zone = 'schema'): unknown {
  if (typeof value === 'string') return how.text ? how.text(value) : value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, how, zone));
  if (!isObject(value)) return value;
  const copy: Json = {};
  for (const key of Object.keys(value)) {
    const name = how.text && PATH_LIKE.test(key) ? how.text(key) : key;
    // A key named __proto__ would set the prototype of a plain assignment.
    if (name === '__proto__')
      Object.defineProperty(copy, name, {
        value: rewriteField(key, value, how, zone),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else copy[name] = rewriteField(key, value, how, zone);
  }
  return copy;
}

/** As {@link rewrite}, for one field of an object in a zone. */
export function rewriteField(key: string, owner: Json, how: Rewriting, zone: Zone): unknown {
  const value = owner[key];
  if (zone === 'free') return rewrite(value, how, 'free');
  if (zone === 'schema' && (typeof value === 'string' || typeof value === 'number')) {
    const kind = idKind(key, owner);
    if (kind) return how.id ? how.id(kind, value) : value;
  }
  const rule = zone === 'side' ? sideRule(key, value) : timeRule(key, value);
  const token = rule && how.volatile?.(rule);
  if (token !== undefined) return token;
  if (zone === 'side' || SIDE_CHANNELS.has(key)) return rewrite(value, how, 'side');
  return rewrite(value, how, FREE_FORM.has(key) ? 'free' : 'schema');
}

/** Rewrites ids by a table of tokens and counts them. */
export function idsTo(tokens: Tokens, counts: Counts): NonNullable<Rewriting['id']> {
  return (kind, value) => {
    counts.add(`${kind} id`, ID_REASON);
    return tokens.token(kind, value);
  };
}

/** Replaces volatile fields by their rule's token and counts them, where the rule applies. */
export function volatileTo(counts: Counts, applies: (rule: VolatileRule) => boolean): NonNullable<Rewriting['volatile']> {
  return (rule) => {
    if (!applies(rule)) return undefined;
    const { name, reason, token } = rule;
    counts.add(name, reason);
    return token;
  };
}
