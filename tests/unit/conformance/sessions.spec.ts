import { expect, test } from '@playwright/test';
import { agent, asks, client, exchange, findingsIn, initialize, opened, rulesIn, says, update } from './build.js';

const commands = (session: string) => update({ sessionUpdate: 'available_commands_update', availableCommands: [] }, session);
const created = exchange(1, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 's' });

test('update-before-session: no update before the answer that introduces its session', async () => {
  expect(await findingsIn([...initialize(), created[0], commands('s'), created[1]])).toMatchObject([
    {
      rule: 'update-before-session',
      severity: 'error',
      message: 'session/update (available_commands_update) names a session that is introduced only later',
      frame: 3,
    },
  ]);
  expect(await rulesIn([...initialize(), ...created, commands('s')])).toEqual([]);
});

test('unknown-session: no frame about a session that nobody introduced', async () => {
  expect(await findingsIn([...opened(), commands('other')])).toMatchObject([
    { rule: 'unknown-session', message: 'session/update (available_commands_update) names a session that was never introduced' },
  ]);
  expect(
    await rulesIn([
      ...opened(),
      ...asks(
        5,
        'session/request_permission',
        { sessionId: 'x', toolCall: { toolCallId: 't' }, options: [] },
        { outcome: { outcome: 'cancelled' } },
      ),
    ]),
  ).toContain('unknown-session');
});

test('tells the early session of two from the unknown one', async () => {
  const found = await findingsIn([...initialize(), created[0], commands('s'), commands('t'), created[1]]);
  expect(found.map(({ rule, frame }) => [rule, frame])).toEqual([
    ['update-before-session', 3],
    ['unknown-session', 4],
  ]);
});

for (const method of ['session/load', 'session/resume']) {
  test(`${method} introduces its session itself`, async () => {
    const [asked, answered] = exchange(1, method, { sessionId: 'old', cwd: '/w', mcpServers: [] });
    expect(await rulesIn([...initialize(), asked, commands('old'), answered, commands('old')])).toEqual([]);
  });
}

test('takes the session of a fork', async () => {
  expect(
    await rulesIn([
      ...opened(),
      ...exchange(2, 'session/fork', { sessionId: 's', cwd: '/w', mcpServers: [] }, { sessionId: 'f' }),
      commands('f'),
    ]),
  ).toEqual([]);
});

for (const method of ['session/close', 'session/delete']) {
  test(`closed-session: nothing follows ${method}`, async () => {
    const closed = [...opened(), ...exchange(2, method, { sessionId: 's' })];
    expect(await findingsIn([...closed, commands('s')])).toMatchObject([{ rule: 'closed-session', severity: 'error' }]);
    expect(await rulesIn(closed)).toEqual([]);
    const reopened = exchange(3, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] });
    expect(await rulesIn([...closed, ...reopened, commands('s')])).toEqual([]);
  });
}

test('a close that is refused closes nothing', async () => {
  const refused = [
    client({ id: 2, method: 'session/close', params: { sessionId: 's' } }),
    agent({ id: 2, error: { code: -32603, message: 'busy' } }),
  ];
  expect(await rulesIn([...opened(), ...refused, commands('s')])).toEqual([]);
});

test('updates before the answer of a close are in time', async () => {
  const [asked, answered] = exchange(2, 'session/close', { sessionId: 's' });
  expect(await rulesIn([...opened(), asked, commands('s'), answered])).toEqual([]);
});

test('overlooks what names no session', async () => {
  expect(await rulesIn([...initialize(), agent({ method: 'session/update', params: { update: {} } })])).toEqual(['schema']);
  expect(await rulesIn([...opened(), ...exchange(2, 'session/close', {}), says('x')])).toEqual(['client-schema', 'update-outside-turn']);
});
