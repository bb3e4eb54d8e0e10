import { expect, test } from '@playwright/test';
import {
  agent,
  asks,
  cancel,
  exchange,
  findingsIn,
  initialize,
  inTurn,
  opened,
  prompt,
  rulesIn,
  stopped,
  toolCall,
  toolUpdate,
} from './build.js';

const permission = (toolCallId: string) =>
  asks(1, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId }, options: [] }, { outcome: { outcome: 'cancelled' } });

test('a tool call, its permission and its updates are in order', async () => {
  expect(await rulesIn(inTurn([toolCall('t'), ...permission('t'), toolUpdate('t'), toolUpdate('t')]))).toEqual([]);
});

test('duplicate-tool-call: a tool call is announced once', async () => {
  expect(await findingsIn(inTurn([toolCall('t'), toolCall('t')]))).toMatchObject([
    { rule: 'duplicate-tool-call', severity: 'error', message: 'a second tool_call with the id "t"' },
  ]);
  expect(await rulesIn([...inTurn([toolCall('t')]), prompt(3), toolCall('t'), stopped(3)])).toEqual(['duplicate-tool-call']);
});

test('duplicate-tool-call: ids belong to their session, and history announces them again', async () => {
  const two = [...opened(), ...exchange(5, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 'b' })];
  expect(await rulesIn([...two, prompt(2), prompt(3, 'b'), toolCall('t'), toolCall('t', {}, 'b'), stopped(2), stopped(3)])).toEqual([]);
  const [load, loaded] = exchange(4, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] });
  expect(await rulesIn([...inTurn([toolCall('t')]), load, toolCall('t'), toolUpdate('t'), loaded])).toEqual([]);
});

test('unknown-tool-call: an update follows its tool call', async () => {
  expect(await findingsIn(inTurn([toolUpdate('t'), toolCall('t')]))).toMatchObject([
    { rule: 'unknown-tool-call', severity: 'error', message: 'tool_call_update of "t", which no tool_call announced' },
  ]);
});

test('permission-before-tool-call: warns of a permission for a call that was not announced', async () => {
  expect(await findingsIn(inTurn([...permission('t')]))).toMatchObject([{ rule: 'permission-before-tool-call', severity: 'warning' }]);
});

test('overlooks a permission without tool call id', async () => {
  const broken = asks(
    1,
    'session/request_permission',
    { sessionId: 's', toolCall: {}, options: [] },
    { outcome: { outcome: 'cancelled' } },
  );
  expect(await rulesIn(inTurn([...broken]))).toEqual(['schema']);
  expect(await rulesIn(initialize())).toEqual([]);
});

test('tool-call-reopened: what ended stays ended', async () => {
  const again = [toolCall('t', { status: 'completed' }), toolUpdate('t', { status: 'in_progress' }), toolUpdate('t', { status: 'failed' })];
  expect(await findingsIn(inTurn(again))).toMatchObject([
    { rule: 'tool-call-reopened', severity: 'warning', message: '"t" is in_progress after it was completed' },
  ]);
  expect(await rulesIn(inTurn([toolCall('t', { status: 'completed' }), toolUpdate('t', { status: undefined, title: 'x' })]))).toEqual([]);
});

test('tool-call-unfinished: told once, at the end of a turn that was not cancelled', async () => {
  const running = toolCall('t', { status: 'pending' });
  expect(await findingsIn([...inTurn([running]), prompt(3), stopped(3)])).toMatchObject([
    { rule: 'tool-call-unfinished', severity: 'warning', message: 'the turn ends while "t" is pending' },
  ]);
  expect(await rulesIn([...opened(), prompt(2), running, cancel(), stopped(2, 'cancelled')])).toEqual([]);
  expect(await rulesIn([...opened(), prompt(2), running, agent({ id: 2, error: { code: -32_603, message: 'no' } })])).toEqual([]);
  expect(await rulesIn([...opened(), prompt(2), prompt(3), running, stopped(2), toolUpdate('t'), stopped(3)])).toEqual([]);
});
