/**
 * Whether a value holds everything the pattern names: objects by key, deep; arrays by prefix; all else by equality.
 *
 * @example
 * matchesPattern({ method: 'session/update' }, frame.value);
 */
export function matchesPattern(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern))
    return Array.isArray(value) && pattern.every((item, index) => index < value.length && matchesPattern(item, value[index]));
  if (pattern !== null && typeof pattern === 'object') {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
    return Object.entries(pattern).every(
      ([key, item]) => Object.hasOwn(value, key) && matchesPattern(item, (value as Record<string, unknown>)[key]),
    );
  }
  return Object.is(pattern, value);
}
