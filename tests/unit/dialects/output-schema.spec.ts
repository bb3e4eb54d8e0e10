import { expect, test } from '@playwright/test';
import { outputSchemaOf, readRequest } from '../../../harness/dialects/index.js';
import type { Dialect } from '../../../harness/schema/index.js';

const schema = { type: 'object' };
const wanted = (dialect: Dialect, body: object) =>
  outputSchemaOf(readRequest(dialect, { method: 'POST', path: '/m:generateContent', headers: {}, body: { model: 'm', ...body } }));

const CASES: [Dialect, object, object | undefined][] = [
  ['openai-chat', { response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } }, schema],
  ['openai-chat', { response_format: { type: 'json_object' } }, {}],
  ['openai-chat', { response_format: { type: 'text' } }, undefined],
  ['openai-chat', {}, undefined],
  ['openai-responses', { text: { format: { type: 'json_schema', name: 'n', schema } } }, schema],
  ['openai-responses', { text: { format: { type: 'json_object' } } }, {}],
  ['openai-responses', { text: { verbosity: 'low' } }, undefined],
  ['anthropic', { output_config: { format: { type: 'json_schema', schema } } }, schema],
  ['anthropic', { output_format: { type: 'json_schema', schema } }, schema],
  ['anthropic', { output_config: { effort: 'low' } }, undefined],
  ['gemini', { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } }, schema],
  ['gemini', { generation_config: { response_schema: schema } }, schema],
  ['gemini', { generationConfig: { response_mime_type: 'application/json' } }, {}],
  ['gemini', { generationConfig: { responseMimeType: 'text/plain' } }, undefined],
  ['gemini', {}, undefined],
];

for (const [dialect, body, expected] of CASES)
  test(`${dialect} ${JSON.stringify(body)}`, () => {
    expect(wanted(dialect, body)).toEqual(expected);
  });
