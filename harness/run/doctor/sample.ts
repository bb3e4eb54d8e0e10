type Schema = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 12;
/** Of the formats that validators check. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT1S',
  email: 'doctor@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A value that fits a JSON Schema, the plainest one: what must be there and nothing else. Strings are `text`, cut or
 * padded to their length; a pattern is not followed.
 *
 * @example
 * sampleOf({ type: 'object', properties: { score: { type: 'integer', minimum: 1 } } }, 'Hello.'); // { score: 1 }
 */
export function sampleOf(schema: unknown, text: string): unknown {
  return sample(schema, { text, root: schema, depth: 0 });
}

interface Place {
  text: string;
  root: unknown;
  depth: number;
}

function sample(schema: unknown, place: Place): unknown {
  const { text, root } = place;
  if (!isSchema(schema) || place.depth > MOST_DEPTH) return {};
  const inner = { ...place, depth: place.depth + 1 };
  const target = schema['$ref'];
  if (typeof target === 'string') return sample(followed(root, target), inner);
  if ('const' in schema) return schema['const'];
  for (const name of ['enum', 'examples']) {
    const values = schema[name];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  if ('default' in schema) return schema['default'];
  const parts = schema['allOf'];
  if (Array.isArray(parts)) return sample(merged([{ ...schema, allOf: undefined }, ...parts.map((part) => whole(part, root))]), inner);
  for (const name of ['anyOf', 'oneOf']) {
    const choices = schema[name];
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const chosen = choices.map((choice) => whole(choice, root)).find((choice) => typeOf(choice) !== 'null') ?? choices[0];
    return sample(merged([{ ...schema, [name]: undefined }, chosen]), inner);
  }
  switch (typeOf(schema)) {
    case 'string':
      return stringOf(schema, text);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array': {
      const count = Math.min(limit(schema, 'minItems') ?? 0, 100);
      return Array.from({ length: count }, () => sample(schema['items'], inner));
    }
    default:
      return objectOf(schema, inner);
  }
}

/** Every field where the schema names none that must be there. */
function objectOf(schema: Schema, place: Place): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : Object.keys(properties);
  return Object.fromEntries(required.map((name) => [name, sample(properties[name], place)]));
}

function stringOf(schema: Schema, text: string): string {
  const format = FORMATS[String(schema['format'])];
  if (format !== undefined) return format;
  return text.padEnd(Math.min(limit(schema, 'minLength') ?? 0, 10_000), '.').slice(0, limit(schema, 'maxLength') ?? text.length + 10_000);
}

function numberOf(schema: Schema): number {
  const step = limit(schema, 'multipleOf') ?? (typeOf(schema) === 'integer' ? 1 : undefined);
  const [above, below] = [limit(schema, 'exclusiveMinimum'), limit(schema, 'exclusiveMaximum')];
  const least = limit(schema, 'minimum') ?? (above === undefined ? undefined : above + (step ?? 0.001));
  const most = limit(schema, 'maximum') ?? (below === undefined ? undefined : below - (step ?? 0.001));
  const value = Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY);
  if (step === undefined) return value;
  const up = Math.ceil(value / step) * step;
  return most !== undefined && up > most ? Math.floor(value / step) * step : up;
}

/** Gemini spells the names of types in capitals; of several the first that is a value. */
function typeOf(schema: unknown): string | undefined {
  if (!isSchema(schema)) return undefined;
  const named = schema['type'];
  const type: unknown = Array.isArray(named) ? (named.find((one) => one !== 'null') ?? named[0]) : named;
  return typeof type === 'string' ? type.toLowerCase() : undefined;
}

function limit(schema: Schema, name: string): number | undefined {
  // Some write numbers as text.
  const value = typeof schema[name] === 'string' ? Number(schema[name]) : schema[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** One schema of several that all hold. */
function merged(schemas: readonly unknown[]): Schema {
  const all = schemas.filter(isSchema);
  const properties = Object.assign({}, ...all.map((one) => one['properties'])) as Record<string, unknown>;
  const required = all.flatMap((one) => (Array.isArray(one['required']) ? one['required'] : []));
  const kept = all.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)));
  return {
    ...(Object.assign({}, ...kept) as Schema),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

const whole = (schema: unknown, root: unknown): unknown =>
  isSchema(schema) && typeof schema['$ref'] === 'string' ? followed(root, schema['$ref']) : schema;

/** `#/$defs/name` in the same schema; what lies elsewhere says nothing. */
function followed(root: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#')) return {};
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((value, key) => (isSchema(value) ? value[key] : undefined), root);
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
