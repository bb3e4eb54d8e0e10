import { expect, test } from '@playwright/test';
import { inspect, isRepaired } from '../../../harness/conformance/shape.js';
import { tagNames, UnknownFields } from '../../../harness/conformance/unknown-fields.js';
import { loadValidators, type SchemaShapes } from '../../../harness/conformance/validators.js';

const shapes: SchemaShapes = {
  Text: { type: 'object', properties: { type: { const: 'text' }, text: { type: 'string' } } },
  Image: { type: 'object', properties: { type: { const: 'image' }, data: true } },
  Block: {
    oneOf: [
      { allOf: [{ $ref: '#/$defs/Text' }] },
      { $ref: '#/$defs/Image' },
      { type: ['null', 'number'] },
      { type: 'string' },
      { type: 'array' },
      { type: 'boolean' },
    ],
  },
  Message: {
    type: 'object',
    properties: {
      block: { $ref: '#/$defs/Block' },
      blocks: { type: 'array', items: { $ref: '#/$defs/Block' }, 'x-deserialize-skip-invalid-items': true },
      free: true,
      any: { items: true },
      open: { type: 'object', properties: { a: true }, additionalProperties: true },
      loose: { properties: { a: true }, unevaluatedProperties: true },
      map: { type: 'object', additionalProperties: { $ref: '#/$defs/Text' } },
      nullable: { type: 'string', 'x-deserialize-default-on-null': true },
      level: { type: 'string', 'x-deserialize-default-on-error': true },
      missing: { $ref: '#/$defs/Nowhere' },
    },
  },
};

const unknown = (value: unknown): readonly string[] => new UnknownFields(shapes).of('Message', value);

test('follows the alternative that the tag names', () => {
  expect(unknown({ block: { type: 'text', text: 'x', data: 1 } })).toEqual(['/block/data']);
  expect(unknown({ block: { type: 'image', text: 'x', data: 1 } })).toEqual(['/block/text']);
  for (const block of [null, 7, 'x', true, [1]]) expect(unknown({ block })).toEqual([]);
});

test('names unknown fields in lists and maps, and none in open places', () => {
  expect(unknown({ blocks: [{ type: 'text' }, { type: 'text', 'a/b~c': 1 }] })).toEqual(['/blocks/1/a~1b~0c']);
  expect(unknown({ map: { one: { type: 'text', more: 1 } } })).toEqual(['/map/one/more']);
  expect(unknown({ free: { x: 1 }, any: [{ x: 1 }], open: { x: 1 }, loose: { x: 1 }, missing: { x: 1 } })).toEqual([]);
  expect(new UnknownFields(shapes).of('Unheard', { x: 1 })).toEqual([]);
});

test('leaves _meta alone at every depth', () => {
  expect(unknown({ _meta: { x: 1 }, block: { type: 'text', _meta: { y: 1 } } })).toEqual([]);
});

test('remembers by fields, types and tags, never by text', () => {
  const fields = new UnknownFields(shapes);
  const first = fields.of('Message', { block: { type: 'text', text: 'a', more: 1 } });
  expect(fields.of('Message', { block: { type: 'text', text: 'b', more: 2 } })).toBe(first);
  expect(fields.of('Message', { block: { type: 'image', text: 'b', more: 2 } })).toEqual(['/block/text', '/block/more']);
  expect(fields.of('Message', { block: { type: 'text', text: null, more: true } })).toEqual(['/block/more']);
});

test('forgets before it holds too much', () => {
  const fields = new UnknownFields(shapes);
  for (let at = 0; at < 1500; at++) expect(fields.of('Message', { [`x${at}`]: 1 })).toEqual([`/x${at}`]);
  expect(fields.of('Message', { x0: 1 })).toEqual(['/x0']);
});

test('knows the places that a receiver repairs', () => {
  const { repaired } = inspect(shapes, 'Message', { level: 7, nullable: null, blocks: [1], block: { type: 'text' } });
  expect([...repaired].toSorted()).toEqual(['/blocks/0', '/level', '/nullable']);
  expect(isRepaired('/blocks/0/type', repaired)).toBe(true);
  expect(isRepaired('/blocks', repaired)).toBe(false);
  expect(inspect(shapes, 'Message', { nullable: 1 }).repaired.size).toBe(0);
});

test('the tags that the build gathered are those of the schema', async () => {
  const { shapes: acp, tags } = await loadValidators();
  expect(tags).toEqual({ stable: tagNames(acp.stable), unstable: tagNames(acp.unstable) });
  expect(tags.stable).toContain('sessionUpdate');
  expect(tagNames(shapes)).toEqual(['type']);
  expect(new UnknownFields(shapes, []).of('Message', { block: { type: 'text', data: 1 } })).toEqual(['/block/data']);
});
