import type { WireRequest } from '../schema/index.js';
import { fieldsOf, isFields, type Fields } from './json.js';

/**
 * The JSON Schema that a request wants its reply to fit, as its dialect words that; `{}` where it wants JSON of no
 * certain form. Undefined where the reply may be any text.
 *
 * @example
 * outputSchemaOf(request); // { type: 'object', properties: { title: { type: 'string' } } }
 */
export function outputSchemaOf({ dialect, config }: WireRequest): Fields | undefined {
  if (dialect === 'gemini') return ofGeneration(fieldsOf(config['generationConfig'] ?? config['generation_config']));
  if (dialect === 'openai-chat') {
    const format = fieldsOf(config['response_format']);
    return ofFormat(format, fieldsOf(format['json_schema'])['schema']);
  }
  const format = fieldsOf(
    dialect === 'openai-responses'
      ? fieldsOf(config['text'])['format']
      : (fieldsOf(config['output_config'])['format'] ?? config['output_format']),
  );
  return ofFormat(format, format['schema']);
}

function ofFormat({ type }: Fields, schema: unknown): Fields | undefined {
  return type === 'json_schema' || type === 'json_object' ? fieldsOf(schema) : undefined;
}

const SCHEMAS = ['responseJsonSchema', 'response_json_schema', 'responseSchema', 'response_schema'];

function ofGeneration(config: Fields): Fields | undefined {
  const schema = SCHEMAS.map((name) => config[name]).find(isFields);
  if (schema) return schema;
  const type = config['responseMimeType'] ?? config['response_mime_type'];
  return type === 'application/json' ? {} : undefined;
}
