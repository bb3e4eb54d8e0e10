import type { FieldDifference } from '../schema/replay.js';

/**
 * Where two JSON values differ, in the order of `expected` with additions behind it. A leaf that changed is one
 * difference, and so is a field or element that stands on one side only, whatever it holds (then `expected` or
 * `actual` is absent). Key order is not a difference. Paths read `$.messages[0].content`; of arrays of unequal length
 * the equal ends are set aside first, so that one inserted element is one difference: its index is that of the side it stands on.
 *
 * @example
 * diffFields({ a: 1, b: [1, 2] }, { a: 2, b: [1] }); // [{ path: '$.a', expected: 1, actual: 2 }, { path: '$.b[1]', expected: 2 }]
 */
export function diffFields(expected: unknown, actual: unknown): FieldDifference[] {
  const differences: FieldDifference[] = [];
  compare(expected, actual, '$', differences);
  return differences;
}

/** How far two JSON values are apart: the number of leaves that differ. How much a leaf differs does not count, so that two long ids cannot hide a changed word. */
export function leafDistance(expected: unknown, actual: unknown): number {
  return diffFields(expected, actual).reduce(
    (sum, difference) => sum + Math.max(countLeaves(difference.expected), countLeaves(difference.actual)),
    0,
  );
}

function compare(expected: unknown, actual: unknown, path: string, out: FieldDifference[]): void {
  if (Object.is(expected, actual)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) return compareArrays(expected, actual, path, out);
  if (isObject(expected) && isObject(actual)) return compareObjects(expected, actual, path, out);
  out.push({ path, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) });
}

function compareObjects(expected: Record<string, unknown>, actual: Record<string, unknown>, path: string, out: FieldDifference[]): void {
  for (const key of Object.keys(expected)) compare(expected[key], own(actual, key), member(path, key), out);
  for (const key of Object.keys(actual)) if (!Object.hasOwn(expected, key)) compare(undefined, actual[key], member(path, key), out);
}

function compareArrays(expected: unknown[], actual: unknown[], path: string, out: FieldDifference[]): void {
  if (expected.length === actual.length) {
    for (const [index, value] of expected.entries()) compare(value, actual[index], `${path}[${index}]`, out);
    return;
  }
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && isEqual(expected[head], actual[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isEqual(expected[expected.length - 1 - tail], actual[actual.length - 1 - tail])) tail++;
  const common = shorter - tail;
  for (let index = head; index < common; index++) compare(expected[index], actual[index], `${path}[${index}]`, out);
  for (let index = common; index < expected.length - tail; index++) compare(expected[index], undefined, `${path}[${index}]`, out);
  for (let index = common; index < actual.length - tail; index++) compare(undefined, actual[index], `${path}[${index}]`, out);
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

function countLeaves(value: unknown): number {
  if (value === undefined) return 0;
  if (Array.isArray(value))
    return Math.max(
      1,
      value.reduce<number>((sum, item) => sum + countLeaves(item), 0),
    );
  if (isObject(value))
    return Math.max(
      1,
      Object.values(value).reduce<number>((sum, item) => sum + countLeaves(item), 0),
    );
  return 1;
}

function member(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
