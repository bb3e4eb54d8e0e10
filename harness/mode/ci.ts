/**
 * Whether the run is in CI: what `ci-info` says (handed in as `ciInfo`), or `CI` set to anything but empty, `0` or
 * `false`. Either suffices: a `CI=0` does not talk a CI service away.
 *
 * @example
 * isCi({ CI: 'true' }, false); // true
 */
export function isCi(environment: Readonly<Record<string, string | undefined>>, ciInfo: boolean): boolean {
  const ci = environment['CI']?.trim().toLowerCase() ?? '';
  return ciInfo || !['', '0', 'false'].includes(ci);
}
