/**
 * Whether the run is in CI: what `ci-info` says (its `isCI`, handed in as `ciInfo`), or `CI` set to anything but
 * empty, `0` or `false`. As in `ci-info`, an explicit `CI=false` (here also `CI=0`) means no, whatever else is set.
 *
 * @example
 * isCi({ CI: 'true' }, false); // true
 */
export function isCi(environment: Readonly<Record<string, string | undefined>>, ciInfo: boolean): boolean {
  const ci = environment['CI']?.trim().toLowerCase() ?? '';
  if (ci === '0' || ci === 'false') return false;
  return ciInfo || ci !== '';
}
