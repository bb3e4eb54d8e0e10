import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FORMATS } from '../../../harness/tools/formats/list.js';
import { formatsPage } from '../../../harness/tools/formats/page.js';

const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const validator = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(read(`dist/schemas/${name}.json`)) as object);

test('the page of formats is what the schemas say now', () => {
  expect(read('harness/schema/FORMATS.md'), 'run: npm run formats').toBe(formatsPage());
});

test('a JSON Schema of each format is published', () => {
  expect(readdirSync(new URL('dist/schemas', root)).sort()).toEqual(FORMATS.map(({ name }) => `${name}.json`).sort());
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
  expect(exports['./schemas/*.json']).toBe('./dist/schemas/*.json');
});

for (const [name, pattern] of [
  ['input', /^input\.jsonl$/],
  ['transcript', /^transcript\.expected\.jsonl$/],
  ['requests', /^requests\.expected\.jsonl$/],
  ['session', /^session(?:\.\d+)?\.jsonl$/],
  ['provider-replay', /^provider-replay\.jsonl$/],
  ['outcome', /^outcome\.expected\.json$/],
  ['tool-schemas', /^tool-schemas\.expected\.json$/],
  ['replay-override', /^replay\.override\.json$/],
] as const) {
  test(`every committed file of the format ${name} fits its JSON Schema`, () => {
    const validate = validator(name);
    const files = readdirSync(new URL('tests/snapshots', root), { recursive: true, encoding: 'utf8' }).filter((file) =>
      pattern.test(file.split(/[/\\]/).at(-1)!),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = read(`tests/snapshots/${file}`);
      const values = file.endsWith('.jsonl') ? text.trimEnd().split('\n') : [text];
      for (const [at, value] of values.entries()) {
        const fits = validate(JSON.parse(value));
        expect(fits, `${file}:${at + 1} ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
  });
}

test('a line with an unknown operation fits no schema', () => {
  const validate = validator('input');
  expect(validate({ op: 'new_session' })).toBe(true);
  expect(validate({ op: 'new_sesion' })).toBe(false);
  expect(validate({ op: 'new_session', colour: 'red' })).toBe(false);
});
