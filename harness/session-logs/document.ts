type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is Json[] => Array.isArray(value) && value.length > 0 && value.every(isObject);

/**
 * A JSON document as records, so that a message added is a record added: first its own fields, then each object of its
 * lists under the list's name. An array is its items.
 *
 * @example
 * recordsOfDocument({ id: 's', messages: [{ role: 'user' }] }); // [{ id: 's' }, { messages: { role: 'user' } }]
 */
export function recordsOfDocument(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [value];
  const fields = Object.entries(value);
  const own = fields.filter(([, field]) => !isList(field));
  const items = fields.flatMap(([name, field]) => (isList(field) ? field.map((item) => ({ [name]: item })) : []));
  return [...(own.length > 0 ? [Object.fromEntries(own)] : []), ...items];
}
