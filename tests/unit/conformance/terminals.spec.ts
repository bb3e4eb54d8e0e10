import { expect, test } from '@playwright/test';
import { agent, asks, client, findingsIn, inTurn, rulesIn } from './build.js';

const capabilities = { terminal: true };
const create = (id: number, terminalId = 't', sessionId = 's') => asks(id, 'terminal/create', { sessionId, command: 'ls' }, { terminalId });
const use = (id: number, method: string, terminalId = 't') =>
  asks(id, `terminal/${method}`, { sessionId: 's', terminalId }, method === 'output' ? { output: '', truncated: false } : {});

test('a terminal that is created, used and released is no finding', async () => {
  const frames = [...create(1), ...use(2, 'output'), ...use(3, 'wait_for_exit'), ...use(4, 'kill'), ...use(5, 'release')];
  expect(await rulesIn(inTurn(frames, capabilities))).toEqual([]);
});

test('unknown-terminal: used before it was created, or after it was released', async () => {
  expect(await rulesIn(inTurn([...use(1, 'output')], capabilities))).toEqual(['unknown-terminal']);
  const frames = [...create(1), ...use(2, 'release'), ...use(3, 'kill'), ...use(4, 'release')];
  expect((await findingsIn(inTurn(frames, capabilities))).map(({ rule, message }) => [rule, message])).toEqual([
    ['unknown-terminal', 'terminal/kill of "t", which is no open terminal'],
    ['unknown-terminal', 'terminal/release of "t", which is no open terminal'],
  ]);
});

test('terminal-not-released: told at its creation; one that the client refused is none', async () => {
  expect(await findingsIn(inTurn([...create(1), ...create(2, 'u'), ...use(3, 'release')], capabilities))).toMatchObject([
    { rule: 'terminal-not-released', message: 'terminal "u" was never released', frame: 7 },
  ]);
  const refused = [
    agent({ id: 1, method: 'terminal/create', params: { sessionId: 's', command: 'ls' } }),
    client({ id: 1, error: { code: -32_601, message: 'no' } }),
  ];
  expect(await rulesIn(inTurn(refused, capabilities))).toEqual([]);
});
