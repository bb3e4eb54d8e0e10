import type { FieldNormalizer } from '../schema/index.js';
import type { Counts } from './counts.js';

/**
 * A function that applies the normalizers of an agent profile to a value of one surface, in place. A field that is
 * absent stays absent. Paths may start with `$.`, name indices as `[0]` or `.0`, and hold `*` for any key or index.
 *
 * @example
 * const apply = createFieldNormalizers([{ name: 'build', reason: '…', surface: 'transcript', path: 'result.*.build', token: '{{build}}' }], 'transcript', counts);
 * apply({ result: { info: { build: 7 } } }); // result.info.build is '{{build}}'
 */
export function createFieldNormalizers(
  normalizers: readonly FieldNormalizer[] | undefined,
  surface: FieldNormalizer['surface'],
  counts: Counts,
): (value: unknown) => void {
  const rules = (normalizers ?? []).filter((rule) => rule.surface === surface).map((rule) => ({ ...rule, keys: keysOf(rule.path) }));
  return (value) => {
    for (const { name, reason, keys, token } of rules) counts.add(name, reason, replace(value, keys, 0, token));
  };
}

const keysOf = (path: string): string[] =>
  path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\*|\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

function replace(value: unknown, keys: readonly string[], at: number, token: string): number {
  const wanted = keys[at];
  if (typeof value !== 'object' || value === null || wanted === undefined) return 0;
  const fields = value as Record<string, unknown>;
  let replaced = 0;
  for (const key of wanted === '*' ? Object.keys(fields) : [wanted]) {
    if (!Object.hasOwn(fields, key)) continue;
    if (at < keys.length - 1) replaced += replace(fields[key], keys, at + 1, token);
    else {
      fields[key] = token;
      replaced++;
    }
  }
  return replaced;
}
