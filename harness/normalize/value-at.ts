/**
 * The value at a path of keys and indices; undefined where nothing stands there. Own fields alone are seen.
 *
 * @example
 * valueAt({ params: { update: { title: 'Read' } } }, ['params', 'update', 'title']); // 'Read'
 */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (owner, key) =>
      typeof owner === 'object' && owner !== null && Object.hasOwn(owner, key)
        ? (owner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}
