import type { FieldNormalizer } from '../schema/index.js';
import type { Counts } from './counts.js';

/**
 * A function that applies the normalizers of an agent profile to a value of one surface, in place. A field that is
 * absent stays absent. Paths may start with `$.`, name indices as `[0]` or `.0`, and hold `*` for any key or index. A
 * rule with a `pattern` replaces only what it matches inside strings, and counts each match. `onNumbered` is told of each
 * value that a numbered token stands for.
 *
 * @example
 * const apply = createFieldNormalizers([{ name: 'build', reason: '…', surface: 'transcript', path: 'result.*.build', token: '{{build}}' }], 'transcript', counts);
 * apply({ result: { info: { build: 7 } } }); // result.info.build is '{{build}}'
 */
export function createFieldNormalizers(
  normalizers: readonly FieldNormalizer[] | undefined,
  surface: FieldNormalizer['surface'],
  counts: Counts,
  onNumbered: (token: string, value: string | number) => void = () => {},
): (value: unknown) => void {
  const rules = (normalizers ?? [])
    .filter((rule) => rule.surface === surface)
    .map((rule) => ({
      ...rule,
      keys: keysOf(rule.path),
      pattern: rule.pattern === undefined ? undefined : new RegExp(rule.pattern, 'gu'),
    }));
  const tables = new Map<string, Map<unknown, string>>();
  const numberedBy = (token: string) => {
    const kind = token.slice(2, -2);
    let table = tables.get(kind);
    if (!table) tables.set(kind, (table = new Map()));
    return (value: unknown): unknown => numberedToken(kind, value, table, onNumbered);
  };
  return (value) => {
    for (const { name, reason, keys, token, numbered, pattern } of rules) {
      const whole = numbered ? numberedBy(token) : () => token;
      const inside = pattern && insideText(pattern, whole);
      const fields = replace(value, keys, 0, inside ? inside.replace : whole);
      counts.add(name, reason, inside ? inside.matches() : fields);
    }
  };
}

/** Replaces what a pattern matches inside strings. An empty match is none: it would put tokens between all letters. */
function insideText(pattern: RegExp, token: (value: unknown) => unknown): { replace: (value: unknown) => unknown; matches: () => number } {
  let matches = 0;
  const replaceMatch = (match: string): string => {
    if (match === '') return '';
    matches++;
    return String(token(match));
  };
  return {
    replace: (value) => (typeof value === 'string' ? value.replace(pattern, replaceMatch) : value),
    matches: () => matches,
  };
}

/** First-seen numbers of one kind. A token stands for itself, and what is no id stays, so that it shows. */
function numberedToken(
  kind: string,
  value: unknown,
  table: Map<unknown, string>,
  onNumbered: (token: string, value: string | number) => void,
): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const known = table.get(value);
  if (known !== undefined) return known;
  const token = typeof value === 'string' && value.startsWith(`{{${kind}#`) ? value : `{{${kind}#${table.size + 1}}}`;
  table.set(value, token);
  if (token !== value) onNumbered(token, value);
  return token;
}

const keysOf = (path: string): string[] =>
  path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\*|\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

function replace(value: unknown, keys: readonly string[], at: number, token: (value: unknown) => unknown): number {
  const wanted = keys[at];
  if (typeof value !== 'object' || value === null || wanted === undefined) return 0;
  const fields = value as Record<string, unknown>;
  let replaced = 0;
  for (const key of wanted === '*' ? Object.keys(fields) : [wanted]) {
    if (!Object.hasOwn(fields, key)) continue;
    if (at < keys.length - 1) replaced += replace(fields[key], keys, at + 1, token);
    else {
      fields[key] = token(fields[key]);
      replaced++;
    }
  }
  return replaced;
}
