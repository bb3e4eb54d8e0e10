import { isObject } from './document.js';

type Json = Record<string, unknown>;

const isListOfRecords = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && typeof item['id'] === 'string');

/**
 * Folds `{"$set":{…}}` lines: fields go into the first record, a list of records with ids takes the place of the
 * records so far, and a record whose id was there already takes that one's place. How often an agent saves the same
 * thing is timing; what it saved last is its log. Any other line stays as it is.
 *
 * @example
 * foldPatches([{ sessionId: 's' }, { id: 'a', n: 1 }, { $set: { title: 't' } }, { id: 'a', n: 2 }]);
 * // [{ sessionId: 's', title: 't' }, { id: 'a', n: 2 }]
 */
export function foldPatches(lines: readonly unknown[]): unknown[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  let head: Json = {};
  let records: unknown[] = [];
  const places = new Map<unknown, number>();
  const put = (line: unknown): void => {
    const id = isObject(line) && typeof line['id'] === 'string' ? line['id'] : undefined;
    const at = places.get(id) ?? records.length;
    records[at] = line;
    if (id !== undefined) places.set(id, at);
  };
  const patch = (fields: Json): void => {
    for (const [name, value] of Object.entries(fields)) {
      if (isListOfRecords(value)) {
        records = [];
        places.clear();
        for (const record of value) put(record);
      } else head = { ...head, [name]: value };
    }
  };
  const take = (line: unknown): void => {
    if (isObject(line) && isObject(line['$set']) && Object.keys(line).length === 1) patch(line['$set']);
    else put(line);
  };
  if (isObject(first) && !('$set' in first)) head = { ...first };
  else take(first);
  for (const line of rest) take(line);
  return [...(Object.keys(head).length > 0 ? [head] : []), ...records];
}
