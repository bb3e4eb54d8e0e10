import { expect, test } from '@playwright/test';
import { agent, client, exchange, findingsIn, initialize, rulesIn, update } from './build.js';

const [asked, answered] = initialize() as [ReturnType<typeof client>, ReturnType<typeof agent>];
const commands = { sessionUpdate: 'available_commands_update', availableCommands: [] };

test('initialize-first: the agent tells and asks nothing before', async () => {
  expect(await findingsIn([asked, agent({ method: '_hello' }), agent({ id: 1, method: '_ask' }), answered])).toMatchObject([
    { rule: 'initialize-first', message: '_hello before initialize was answered', frame: 1 },
    { rule: 'initialize-first', message: '_ask before initialize was answered', frame: 2 },
  ]);
  expect(await rulesIn([asked, update(commands), answered])).toContain('initialize-first');
  expect(await rulesIn([asked, answered, agent({ method: '_hello' })])).toEqual([]);
});

test('initialize-first: the agent grants nothing before, but may refuse', async () => {
  const early = client({ id: 1, method: '_x', params: {} });
  expect(await findingsIn([asked, early, agent({ id: 1, result: {} }), answered])).toMatchObject([
    { rule: 'initialize-first', message: '_x was granted before initialize was answered' },
  ]);
  expect(await rulesIn([asked, early, agent({ id: 1, error: { code: -32600, message: 'not yet' } }), answered])).toEqual([]);
});

test('initialize-first: a refused handshake opens nothing', async () => {
  expect(await rulesIn([asked, agent({ id: 0, error: { code: -32603, message: 'no' } }), agent({ method: '_hello' })])).toEqual([
    'initialize-first',
  ]);
});

test('protocol-version: other versions than 1 are not what is checked here', async () => {
  expect(await findingsIn(exchange(0, 'initialize', { protocolVersion: 1 }, { protocolVersion: 2 }))).toMatchObject([
    { rule: 'protocol-version', severity: 'warning' },
  ]);
  expect(await rulesIn(exchange(0, 'initialize', { protocolVersion: 99 }, { protocolVersion: 1 }))).toEqual([]);
});
