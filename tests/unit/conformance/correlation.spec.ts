import { expect, test } from '@playwright/test';
import { agent, asks, client, exchange, findingsIn, initialize, inTurn, noise, opened, prompt, rulesIn, stopped } from './build.js';

test('duplicate-request-id: an id of an open request is not used again', async () => {
  const open = agent({ id: 7, method: '_ask' });
  expect(
    await findingsIn([
      ...initialize(),
      open,
      agent({ id: 7, method: '_ask' }),
      client({ id: 7, result: {} }),
      client({ id: 7, result: {} }),
    ]),
  ).toMatchObject([{ rule: 'duplicate-request-id', message: '_ask uses the id 7 of a request that is still open' }]);
  expect(await rulesIn([...initialize(), ...asks(7, '_ask', {}), ...asks(7, '_ask', {})])).toEqual([]);
});

test('ids of the two sides and of different JSON types are different ids', async () => {
  const frames = [
    client({ id: 1, method: '_a' }),
    agent({ id: 1, method: '_b' }),
    agent({ id: '1', method: '_c' }),
    client({ id: '1', result: {} }),
    client({ id: 1, result: {} }),
    agent({ id: 1, result: {} }),
  ];
  expect(await rulesIn([...initialize(), ...frames])).toEqual([]);
  expect(await rulesIn([...initialize(), client({ id: 5, method: '_a' }), agent({ id: '5', result: {} })])).toEqual([
    'unanswered-request',
    'unknown-response-id',
  ]);
});

test('duplicate-response: a request is answered once', async () => {
  expect(await findingsIn([...opened(), prompt(2), stopped(2), stopped(2)])).toMatchObject([
    { rule: 'duplicate-response', message: 'a second response to id 2' },
  ]);
});

test('answers two open requests of the client with one id in turn', async () => {
  expect(await rulesIn([...opened(), prompt(2), prompt(2), stopped(2), stopped(2)])).toEqual([]);
});

test('unknown-response-id: a response answers a request', async () => {
  expect(await findingsIn([...initialize(), agent({ id: 99, result: {} })])).toMatchObject([
    { rule: 'unknown-response-id', severity: 'error', frame: 2 },
  ]);
});

test('unknown-response-id: an error without id answers what was not readable', async () => {
  const error = agent({ id: null, error: { code: -32700, message: 'Parse error' } });
  expect(await rulesIn([...initialize(), noise('{{{', 'not JSON', 'client'), error])).toEqual([]);
  expect(await rulesIn([...initialize(), client({ nonsense: true }), error])).toEqual([]);
  expect(await rulesIn([...initialize(), error])).toEqual(['unknown-response-id']);
  expect(await rulesIn([...initialize(), noise('{{{', 'not JSON', 'client'), agent({ id: null, result: {} })])).toEqual([
    'unknown-response-id',
  ]);
});

test('unanswered-request: every request of the client is answered', async () => {
  expect(await findingsIn([...opened(), prompt(2)])).toMatchObject([
    { rule: 'unanswered-request', severity: 'warning', message: 'session/prompt (id 2) was never answered', frame: 4 },
  ]);
  expect(await rulesIn([...opened(), ...exchange(2, '_x', {})])).toEqual([]);
});

test('does not ask the client to answer', async () => {
  expect(await rulesIn(inTurn([agent({ id: 1, method: '_ask' })]))).toEqual([]);
});

test('names the first twenty of one rule and counts the rest', async () => {
  const found = await findingsIn([...initialize(), ...Array.from({ length: 50 }, () => noise('debug')), agent({ id: 9, result: {} })]);
  expect(found).toHaveLength(22);
  expect(found.at(-1)).toEqual({ rule: 'noise', severity: 'error', message: 'and 30 more of noise' });
});

test('lists findings in the order of their frames', async () => {
  const found = await findingsIn([...initialize(), agent({ id: 9, result: {} }), noise('x'), agent({ method: 'nope' }), noise('y')]);
  expect(found.map(({ rule, frame }) => [rule, frame])).toEqual([
    ['unknown-response-id', 2],
    ['noise', 3],
    ['unknown-method', 4],
    ['noise', 5],
  ]);
});
