export type Fields = Record<string, unknown>;

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; what is none has no fields. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects of a list; what is no list has none. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The value of a JSON text, `undefined` where it is none. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the fields that are absent. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Without the fields of these names. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** The first of the values that can name something. */
export function keyOf(...values: readonly unknown[]): string {
  const key = values.find((value) => typeof value === 'string' || typeof value === 'number');
  return key === undefined ? '' : `${key}`;
}
