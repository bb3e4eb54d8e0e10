/** Values that read better than `text`, by the name of their field. */
const WORDS: Readonly<Record<string, unknown>> = {
  scenario: 'create-report',
  name: 'create-report',
  id: 'create-report',
  description: 'One prompt, one report.',
  directory: 'tests/snapshots/create-report',
  agent: 'reference',
  profile: 'reference',
  headerClass: 'default',
  reason: 'why it may',
  session: 'main',
  text: 'Write the report.',
  base64: 'AAEC',
  file: 'report.txt',
  files: 'report.txt',
  path: '$.frame.params.update.title',
  label: 'tool_call {{call#1}}',
  location: 'tests/all.spec.ts:5',
  title: 'create-report',
  method: 'session/update',
  mode: 'ask',
  option: 'allow_once',
  recordedAt: '2026-11-28T10:00:00Z',
  startedAt: '2026-11-28T10:00:00Z',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  frame: { method: 'session/update' },
  log: { type: 'assistant/message' },
  params: { sessionId: '{{session:main}}' },
};

export interface JsonSchema {
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** An example of a schema: every field it names, the first of several forms, defaults as they are. */
export function sample(schema: JsonSchema, key = ''): unknown {
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return sample(forms[0]!, key);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return typeof WORDS[key] === 'string' ? WORDS[key] : 'text';
    case 'integer':
    case 'number':
      return schema.exclusiveMinimum === undefined ? Math.max(schema.minimum ?? 0, 0) : schema.exclusiveMinimum + 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return schema.items ? [sample(schema.items, key)] : [];
    case 'object':
      return schema.properties
        ? Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, sample(one, name)]))
        : objectWord(WORDS[key]);
    default:
      return WORDS[key] ?? {};
  }
}

function objectWord(word: unknown): unknown {
  return typeof word === 'object' ? word : {};
}
