import { asideLast } from './aside.js';
import type { Counts } from './counts.js';
import type { NormalizeContext } from './frames.js';
import { ID_IN_TEXT, looksMinted, mintedKind, UUID_IN_TEXT, wordsOf } from './minted-ids.js';
import { createRuleFilter } from './packs.js';
import { createPathNormalizer } from './paths.js';
import { createFieldNormalizers } from './profile-fields.js';
import { isObject, volatileTo } from './rewrite.js';
import { ID_REASON, RULES, type VolatileRule } from './rules.js';

/** A log in a form of its own: whose it is, and its records as they were decoded. */
export interface ForeignLog {
  readonly session: string;
  readonly records: readonly unknown[];
}

/** What a tool is called with is free-form: no field in it is an id or a time of the log. */
const FREE: ReadonlySet<string> = new Set(['rawInput', 'rawOutput', 'arguments', 'args', 'input', 'parameters']);

/**
 * The records of logs whose form we do not know, by what holds of any log: folders of the run, minted ids (first-seen,
 * one table for all logs; also where a text repeats one), times, durations, process ids, and then the profile's rules
 * for the surface `session-log`. Nothing is dropped, and what a name or a value does not tell stays as it is: a profile
 * names the rest. Ids and times are known by both: `timestamp` that holds a date, `turn_id` that holds a UUID.
 *
 * @example
 * normalizeForeignLogs([{ session: 'a1f…', records: [{ session_id: 'a1f…', started_at: 1796068800 }] }], { bindings, counts });
 * // [[{ session_id: '{{session#1}}', started_at: '{{time}}' }]]
 */
export function normalizeForeignLogs(found: readonly ForeignLog[], context: NormalizeContext): unknown[][] {
  const { counts, normalizers, aside = [] } = context;
  const logs = found.map(({ session, records }) => ({ session, records: asideLast(records, aside, counts) }));
  const ids = new MintedIds(counts);
  for (const { session } of logs) ids.add('session', session);
  for (const { records } of logs) collectIds(records, '', ids);
  const paths = createPathNormalizer(context.bindings, counts);
  const how: Rewriting = {
    text: (text) => ids.inText(paths(text)),
    id: (value) => ids.whole(value),
    volatile: volatileTo(counts, createRuleFilter(normalizers)),
  };
  // One set of numbers for all logs: a child names what its parent named.
  const applyProfile = createFieldNormalizers(normalizers, 'session-log', counts);
  return logs.map(({ records }) =>
    records.map((record) => {
      const copy = rewriteValue(record, '', how, false);
      applyProfile(copy);
      return copy;
    }),
  );
}

interface Rewriting {
  readonly text: (text: string) => string;
  readonly id: (value: string) => string | undefined;
  readonly volatile: (rule: VolatileRule) => string | undefined;
}

/** First-seen numbers per kind. A value has one token, under whatever key it stands. */
class MintedIds {
  readonly #tokens = new Map<string, { token: string; kind: string }>();
  readonly #last = new Map<string, number>();
  readonly #counts: Counts;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  add(kind: string, value: string): void {
    if (this.#tokens.has(value)) return;
    const number = (this.#last.get(kind) ?? 0) + 1;
    this.#last.set(kind, number);
    this.#tokens.set(value, { kind, token: `{{${kind}#${number}}}` });
  }

  whole(value: string): string | undefined {
    const known = this.#tokens.get(value);
    if (known) this.#counts.add(`${known.kind} id`, ID_REASON);
    return known?.token;
  }

  /** Only where the value was minted: a session that is called `main` must not take the word out of every text. */
  inText(text: string): string {
    if (text.length < 10) return text;
    return text.replace(
      ID_IN_TEXT,
      (run) => (looksMinted(run) ? this.whole(run) : undefined) ?? run.replace(UUID_IN_TEXT, (uuid) => this.whole(uuid) ?? uuid),
    );
  }
}

function collectIds(value: unknown, key: string, ids: MintedIds): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, key, ids);
  else if (isObject(value)) {
    for (const [name, field] of Object.entries(value)) if (!FREE.has(name)) collectIds(field, name, ids);
  } else if (typeof value === 'string') {
    const kind = looksMinted(value) ? mintedKind(key) : undefined;
    if (kind !== undefined) ids.add(kind, value);
  }
}

function rewriteValue(value: unknown, key: string, how: Rewriting, isFree: boolean): unknown {
  if (typeof value === 'string' || typeof value === 'number') return rewriteLeaf(value, key, how, isFree);
  if (Array.isArray(value)) return value.map((item) => rewriteValue(item, key, how, isFree));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value))
    // A key named __proto__ would set the prototype of a plain assignment.
    Object.defineProperty(copy, how.text(name), {
      value: rewriteValue(field, name, how, isFree || FREE.has(name)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function rewriteLeaf(value: string | number, key: string, how: Rewriting, isFree: boolean): unknown {
  const rule = isFree ? undefined : volatileRule(key, value);
  const token = rule && how.volatile(rule);
  if (token !== undefined) return token;
  if (typeof value !== 'string') return value;
  const isId = looksMinted(value) || mintedKind(key) !== undefined;
  return (isId ? how.id(value) : undefined) ?? how.text(value);
}

function volatileRule(key: string, value: string | number): VolatileRule | undefined {
  if (isTimeField(key, value)) return RULES.time;
  if (key === 'traceparent' || key === 'tracestate') return RULES.trace;
  if (typeof value !== 'number') return undefined;
  if (key === 'pid' || key === 'ppid') return RULES.pid;
  return hasWord(key, DURATIONS) ? RULES.duration : undefined;
}

const TIMES: ReadonlySet<string> = new Set([
  'at',
  'completed',
  'created',
  'date',
  'ended',
  'expires',
  'finished',
  'modified',
  'started',
  'time',
  'timestamp',
  'ts',
  'updated',
]);
const DURATIONS: ReadonlySet<string> = new Set(['duration', 'elapsed', 'latency']);

const hasWord = (key: string, words: ReadonlySet<string>): boolean => wordsOf(key).some((word) => words.has(word));

/** A moment under a key that speaks of one: ISO 8601 with a time of day, or seconds or milliseconds since the epoch. */
export function isTimeField(key: string, value: unknown): boolean {
  const isMoment =
    typeof value === 'number' ? value >= 1e9 && value < 1e16 : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:/.test(value);
  return isMoment && hasWord(key, TIMES);
}
