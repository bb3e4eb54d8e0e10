import * as z from 'zod';
import { FORMATS, type Format } from './list.js';
import { sample, type JsonSchema } from './sample.js';

/**
 * The page of all formats with an example of every record type, made from the schemas: none can go stale unseen.
 *
 * @throws Error where an example does not fit its own schema.
 */
export function formatsPage(): string {
  return [
    '# Formats',
    '',
    '<!-- Generated from the schemas in this folder by `npm run formats`; a test compares it. -->',
    '',
    'Every format, with one example of each of its records: all fields, optional ones too. The JSON Schemas are published as `playwright-acp/schemas/<name>.json`, the Zod schemas as `playwright-acp/schema`.',
    '',
    ...FORMATS.flatMap(section),
  ].join('\n');
}

function section(format: Format): string[] {
  const { name, file, what, lines, records } = format;
  const shown = records.map((record) => {
    const example = exampleOf(record, name);
    return lines ? JSON.stringify(example) : JSON.stringify(example, null, 2);
  });
  return [
    `## ${file}`,
    '',
    `${what} Schema: \`${name}.json\`${lines ? ', of one line' : ''}.`,
    '',
    lines ? '```jsonl' : '```json',
    ...shown,
    '```',
    '',
  ];
}

function exampleOf(record: z.ZodType, name: string): unknown {
  const example = sample(z.toJSONSchema(record, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const { error } = record.safeParse(example);
  if (error) throw new Error(`The example of ${name} does not fit its schema: ${JSON.stringify(example)}\n${z.prettifyError(error)}`);
  return example;
}
