import { expect, test } from '@playwright/test';
import { sampleOf } from '../../../../harness/run/doctor/sample.js';

const CASES: [string, unknown, unknown][] = [
  ['text', { type: 'string' }, 'Hi.'],
  ['text of a length', { type: 'string', minLength: 5 }, 'Hi...'],
  ['short text', { type: 'string', maxLength: 2 }, 'Hi'],
  ['a format', { type: 'string', format: 'date' }, '2026-01-01'],
  ['an unknown format', { type: 'string', format: 'colour' }, 'Hi.'],
  ['a number', { type: 'number' }, 1],
  ['a number from a limit on', { type: 'integer', minimum: 3 }, 3],
  ['a number above a limit', { type: 'integer', exclusiveMinimum: 3 }, 4],
  ['a number up to a limit', { type: 'number', maximum: 0.5 }, 0.5],
  ['a number below a limit', { type: 'integer', exclusiveMaximum: 1 }, 0],
  ['a number of a step', { type: 'number', multipleOf: 4 }, 4],
  ['a step that would lead past the limit', { type: 'number', multipleOf: 4, maximum: 3 }, 0],
  ['a limit worded as text', { type: 'INTEGER', minimum: '7' }, 7],
  ['a boolean', { type: 'boolean' }, false],
  ['null', { type: 'null' }, null],
  ['a type in capitals', { type: 'STRING' }, 'Hi.'],
  ['one of several types', { type: ['null', 'integer'] }, 1],
  ['a constant', { const: 'route' }, 'route'],
  ['one of a list', { enum: ['low', 'high'] }, 'low'],
  ['an example', { type: 'string', examples: ['Paris'] }, 'Paris'],
  ['a default', { type: 'string', default: 'none' }, 'none'],
  ['an empty list', { type: 'array', items: { type: 'string' } }, []],
  ['a list of a length', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
  ['what must be there', { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, { a: 'Hi.' }],
  ['every field where none must', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'Hi.' }],
  ['a schema without a type', { properties: { a: { const: 1 } } }, { a: 1 }],
  ['the first choice that is something', { anyOf: [{ type: 'null' }, { type: 'string' }] }, 'Hi.'],
  ['nothing but null', { oneOf: [{ type: 'null' }] }, null],
  [
    'a choice with what stands beside it',
    { anyOf: [{ properties: { a: { const: 1 } } }], properties: { b: { const: 2 } } },
    { a: 1, b: 2 },
  ],
  [
    'all of several',
    {
      allOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: { const: 2 } }, required: ['b'] },
      ],
    },
    { a: 1, b: 2 },
  ],
  ['a reference', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 'there' } } }, 'there'],
  ['a reference of a choice', { anyOf: [{ $ref: '#/$defs/none' }, { type: 'boolean' }], $defs: { none: { type: 'null' } } }, false],
  ['a reference elsewhere', { $ref: 'https://example.com/schema.json' }, {}],
  ['no schema', true, {}],
];

for (const [title, schema, value] of CASES)
  test(`the plainest value of ${title}`, () => {
    expect(sampleOf(schema, 'Hi.')).toEqual(value);
  });

test('a schema that holds itself comes to an end', () => {
  const schema = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
  expect(JSON.stringify(sampleOf(schema, 'Hi.')).length).toBeLessThan(1000);
});
