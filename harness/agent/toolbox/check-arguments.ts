/** The part of JSON Schema that this agent's tools use. */
export interface ArgumentSchema {
  type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  description?: string;
  properties?: Readonly<Record<string, ArgumentSchema>>;
  required?: readonly string[];
  additionalProperties?: false;
  items?: ArgumentSchema;
  enum?: readonly string[];
  minimum?: number;
}

/** What is wrong with a value, in words for the model, or `undefined`. */
export function argumentFault(value: unknown, schema: ArgumentSchema, name = 'the arguments'): string | undefined {
  if (!hasType(value, schema.type)) return `${name} must be ${ARTICLE[schema.type]} ${schema.type}`;
  if (schema.enum && !schema.enum.includes(value as string)) return `${name} must be one of ${schema.enum.join(', ')}`;
  if (schema.minimum !== undefined && (value as number) < schema.minimum) return `${name} must be at least ${schema.minimum}`;
  if (schema.items)
    return firstFault((value as unknown[]).map((item, index) => argumentFault(item, schema.items as ArgumentSchema, `${name}[${index}]`)));
  return schema.properties ? propertiesFault(value as Record<string, unknown>, schema.properties, schema.required ?? []) : undefined;
}

const ARTICLE = { object: 'an', array: 'an', string: 'a', integer: 'an', boolean: 'a' } as const;

function propertiesFault(
  value: Record<string, unknown>,
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
): string | undefined {
  const missing = required.find((key) => value[key] === undefined);
  if (missing !== undefined) return `${missing} is missing`;
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined) return `${unknown} is not known; known are ${Object.keys(properties).join(', ')}`;
  return firstFault(Object.entries(value).map(([key, item]) => argumentFault(item, properties[key] as ArgumentSchema, key)));
}

const firstFault = (faults: (string | undefined)[]): string | undefined => faults.find((fault) => fault !== undefined);

function hasType(value: unknown, type: ArgumentSchema['type']): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
