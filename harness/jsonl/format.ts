/**
 * Writes JSONL: one record a line, a newline after each. No records give an empty text.
 *
 * @example
 * formatJsonl([{ a: 1 }, { b: 2 }]); // '{"a":1}\n{"b":2}\n'
 */
export function formatJsonl(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
