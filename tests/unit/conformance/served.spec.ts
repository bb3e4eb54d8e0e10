import { expect, test } from '@playwright/test';
import { agent, client, exchange, findingsIn, opened, rulesIn } from './build.js';

const refused = (id: number, method: string, params: object = {}, code = -32_601) => [
  client({ id, method, params }),
  agent({ id, error: { code, message: 'no' } }),
];
const initialize = (agentCapabilities: object) =>
  exchange(0, 'initialize', { protocolVersion: 1 }, { protocolVersion: 1, agentCapabilities });

test('method-not-served: what every agent has', async () => {
  const prompt = { sessionId: 's', prompt: [] };
  expect(await findingsIn([...opened(), ...refused(2, 'session/prompt', prompt)])).toMatchObject([
    { rule: 'method-not-served', severity: 'error', message: 'session/prompt is answered with "method not found"' },
  ]);
  expect(await rulesIn([...opened(), ...refused(2, 'session/prompt', prompt, -32_603)])).toEqual([]);
});

test('advertised-not-served: what the capabilities promise, and nothing else', async () => {
  const load = refused(1, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] });
  expect(await findingsIn([...initialize({ loadSession: true }), ...load])).toMatchObject([
    { rule: 'advertised-not-served', message: 'session/load is answered with "method not found", but loadSession is advertised' },
  ]);
  expect(await rulesIn([...initialize({ loadSession: false }), ...load])).toEqual([]);
  expect(await rulesIn([...initialize({ sessionCapabilities: { list: {} } }), ...refused(1, 'session/list')])).toEqual([
    'advertised-not-served',
  ]);
  expect(await rulesIn([...initialize({ sessionCapabilities: { list: null } }), ...refused(1, 'session/list')])).toEqual([]);
  expect(await rulesIn([...initialize({}), ...refused(1, '_x/y')])).toEqual([]);
});
