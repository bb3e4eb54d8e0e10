import { expect, test } from '@playwright/test';
import { argumentFault, type ArgumentSchema } from '../../../../harness/agent/toolbox/check-arguments.js';
import { prepareCall } from '../../../../harness/agent/toolbox/prepare.js';
import { toolSchemas } from '../../../../harness/agent/toolbox/registry.js';

const schema: ArgumentSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    on: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  },
  required: ['name'],
};

for (const [value, fault] of [
  [{ name: 'x', count: 1, on: true, list: ['a'] }, undefined],
  [{}, 'name is missing'],
  [{ name: 1 }, 'name must be a string'],
  [{ name: 'x', count: 1.5 }, 'count must be an integer'],
  [{ name: 'x', count: 0 }, 'count must be at least 1'],
  [{ name: 'x', on: 'yes' }, 'on must be a boolean'],
  [{ name: 'x', list: 'a' }, 'list must be an array'],
  [{ name: 'x', list: ['a', 'c'] }, 'list[1] must be one of a, b'],
  [{ name: 'x', extra: 1 }, 'extra is not known; known are name, count, on, list'],
  [[], 'the arguments must be an object'],
  [null, 'the arguments must be an object'],
] as const) {
  test(`says of ${JSON.stringify(value)}: ${fault ?? 'nothing'}`, () => {
    expect(argumentFault(value, schema)).toBe(fault);
  });
}

test('every tool requires what it cannot do without and knows no more than it says', () => {
  for (const { name, parameters } of toolSchemas()) {
    const { required, properties, additionalProperties } = parameters as unknown as ArgumentSchema;
    expect(additionalProperties, name).toBe(false);
    expect(Object.keys(properties ?? {}), name).toEqual(expect.arrayContaining([...(required ?? [])]));
    expect(prepareCall({ id: 'c', name, arguments: '{}' }), name).toMatchObject({ fault: expect.stringContaining('is missing') });
  }
});
