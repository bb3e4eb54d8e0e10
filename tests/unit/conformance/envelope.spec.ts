import { expect, test } from '@playwright/test';
import { agent, bare, findingsIn, initialize, noise, opened, prompt, rulesIn, says, stopped } from './build.js';

test('finds nothing in a turn as it should be', async () => {
  expect(await findingsIn([...opened(), prompt(2), says('a'), says('b'), stopped(2)])).toEqual([]);
});

test('noise: names a stdout line that is no frame, by its index', async () => {
  expect(await findingsIn([...initialize(), noise('debug: up')])).toEqual([
    { rule: 'noise', severity: 'error', message: 'a stdout line that is no frame (not JSON)', frame: 2 },
  ]);
  const { noise: _, ...unnamed } = noise('x');
  expect((await findingsIn([...initialize(), unnamed]))[0]!.message).toContain('not one JSON object');
});

test('noise: passes what the profile allows, and what the client writes', async () => {
  const frames = [...initialize(), noise('debug: up'), noise('garbage', 'not JSON', 'client')];
  expect(await rulesIn(frames, { isAllowedNoise: ({ raw }) => raw.startsWith('debug') })).toEqual([]);
  expect(await rulesIn(frames, { isAllowedNoise: () => false })).toEqual(['noise']);
});

test('line-format: names oddities of a line that is a frame', async () => {
  const odd = { ...initialize()[1]!, flags: ['byte order mark', 'carriage return'] as const };
  expect(await findingsIn([initialize()[0]!, odd])).toMatchObject([
    { rule: 'line-format', severity: 'warning', message: 'a line with byte order mark, carriage return' },
  ]);
  expect(await rulesIn([...initialize(), { ...noise('eA==', 'invalid UTF-8'), flags: ['base64'] }])).toEqual(['noise']);
});

test('jsonrpc-version: asks for "2.0"', async () => {
  const [asked] = initialize();
  expect(await findingsIn([asked!, bare({ id: 0, result: { protocolVersion: 1 } })])).toMatchObject([
    { rule: 'jsonrpc-version', message: '"jsonrpc" is absent' },
  ]);
  expect(await rulesIn([asked!, bare({ jsonrpc: 2, id: 0, result: { protocolVersion: 1 } })])).toEqual(['jsonrpc-version']);
});

for (const [name, value] of [
  ['nothing', {}],
  ['an id alone', { id: 1 }],
  ['a result without id', { result: {} }],
  ['result and error', { id: 1, result: {}, error: { code: 1, message: 'm' } }],
  ['a method that is no string', { id: 1, method: 7 }],
] as const) {
  test(`envelope: refuses ${name}`, async () => {
    expect(await rulesIn([...initialize(), agent(value)])).toEqual(['envelope']);
  });
}

test('envelope: refuses a request that also holds a result', async () => {
  expect(await findingsIn([...initialize(), agent({ method: '_x', result: {}, error: null })])).toMatchObject([
    { rule: 'envelope', message: 'a notification that also holds result and error' },
  ]);
  expect(await rulesIn([...initialize(), bare({})])).toEqual(['jsonrpc-version', 'envelope']);
});

test('id-type: takes strings, integers and null only', async () => {
  for (const id of [1.5, true, {}, [1]]) expect(await rulesIn([...initialize(), agent({ id, method: '_ask' })])).toEqual(['id-type']);
  for (const id of ['a', 7, -1, null]) expect(await rulesIn([...initialize(), agent({ id, method: '_ask' })])).toEqual([]);
});
