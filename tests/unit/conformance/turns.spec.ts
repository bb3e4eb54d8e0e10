import { expect, test } from '@playwright/test';
import {
  agent,
  cancel,
  client,
  exchange,
  findingsIn,
  initialize,
  opened,
  prompt,
  rulesIn,
  says,
  stopped,
  toolCall,
  update,
} from './build.js';

const title = update({ sessionUpdate: 'session_info_update', title: 't' });

test('late-update: what happens in a turn is told before its response', async () => {
  expect(await findingsIn([...opened(), prompt(2), stopped(2), says('late')])).toMatchObject([
    { rule: 'late-update', severity: 'error', message: 'agent_message_chunk after the response to the prompt', frame: 6 },
  ]);
  expect(await rulesIn([...opened(), prompt(2), stopped(2), toolCall('t')])).toEqual(['late-update']);
  expect(await rulesIn([...opened(), prompt(2), stopped(2), prompt(3), says('in time'), stopped(3)])).toEqual([]);
});

test("late-update: of the session's state it is a warning, and none once the client has asked again", async () => {
  expect(await findingsIn([...opened(), prompt(2), stopped(2), title])).toMatchObject([{ rule: 'late-update', severity: 'warning' }]);
  const mode = exchange(3, 'session/set_mode', { sessionId: 's', modeId: 'ask' });
  expect(await rulesIn([...opened(), prompt(2), stopped(2), ...mode, title])).toEqual([]);
  expect(await rulesIn([...opened(), prompt(2), stopped(2), ...mode, says('late')])).toEqual(['late-update']);
  expect(await rulesIn([...opened(), title])).toEqual([]);
});

test('update-outside-turn: warns of messages before any prompt', async () => {
  expect(await findingsIn([...opened(), says('hello')])).toMatchObject([{ rule: 'update-outside-turn', severity: 'warning' }]);
});

test('tells the turns of two sessions apart', async () => {
  const two = [...opened(), ...exchange(5, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 'b' })];
  expect(await rulesIn([...two, prompt(2), prompt(3, 'b'), stopped(2), says('b still talks', 'b'), stopped(3)])).toEqual([]);
  expect(await rulesIn([...two, prompt(2), prompt(3, 'b'), stopped(2), says('late'), stopped(3)])).toEqual(['late-update']);
});

test('cancel-outcome: a cancelled prompt ends as cancelled', async () => {
  expect(await rulesIn([...opened(), prompt(2), says('a'), cancel(), says('b'), stopped(2, 'cancelled')])).toEqual([]);
  expect(await findingsIn([...opened(), prompt(2), cancel(), stopped(2)])).toMatchObject([
    { rule: 'cancel-outcome', severity: 'error', message: 'a prompt of a cancelled session ends with the stop reason "end_turn"' },
  ]);
  expect(await findingsIn([...opened(), prompt(2), cancel(), agent({ id: 2, error: { code: -32603, message: 'aborted' } })])).toMatchObject(
    [{ rule: 'cancel-outcome', message: 'a prompt of a cancelled session is answered with an error' }],
  );
});

test('cancel-outcome: concerns the prompts that were open, in that session', async () => {
  expect(await rulesIn([...opened(), cancel(), prompt(2), stopped(2)])).toEqual([]);
  expect(await rulesIn([...opened(), prompt(2), stopped(2), cancel(), prompt(3), stopped(3)])).toEqual([]);
  const two = [...opened(), ...exchange(5, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 'b' })];
  expect(await rulesIn([...two, prompt(2), prompt(3, 'b'), cancel('b'), stopped(2), stopped(3, 'cancelled')])).toEqual([]);
});

test('a prompt may end as cancelled without a cancel', async () => {
  expect(await rulesIn([...opened(), prompt(2), stopped(2, 'cancelled')])).toEqual([]);
});

test('$/cancel_request may be answered with an error', async () => {
  const request = client({ method: '$/cancel_request', params: { requestId: 2 } });
  expect(await rulesIn([...opened(), prompt(2), request, agent({ id: 2, error: { code: -32800, message: 'cancelled' } })])).toEqual([]);
});

test('load-replay-late: history comes before the answer to its load', async () => {
  const [asked, answered] = exchange(1, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] });
  expect(await rulesIn([...initialize(), asked, says('history'), answered, prompt(2), says('new'), stopped(2)])).toEqual([]);
  expect(await findingsIn([...initialize(), asked, answered, says('history')])).toMatchObject([
    { rule: 'load-replay-late', severity: 'error' },
  ]);
  expect(await rulesIn([...initialize(), asked, answered, title])).toEqual([]);
});

test('resume-replay: nothing is replayed before the answer to a resume', async () => {
  const [asked, answered] = exchange(1, 'session/resume', { sessionId: 's', cwd: '/w', mcpServers: [] });
  expect(await findingsIn([...initialize(), asked, says('history'), answered])).toMatchObject([
    { rule: 'resume-replay', severity: 'error' },
  ]);
  expect(await rulesIn([...initialize(), asked, title, answered, prompt(2), says('new'), stopped(2)])).toEqual([]);
});

test('overlooks other notifications and requests of the client', async () => {
  expect(
    await rulesIn([
      ...opened(),
      client({ method: '_note', params: { sessionId: 's' } }),
      ...exchange(4, '_x', { sessionId: 's' }),
      prompt(2),
      stopped(2),
    ]),
  ).toEqual([]);
});

test('close-open-turn: closing a session ends its turns first', async () => {
  const close = exchange(3, 'session/close', { sessionId: 's' });
  expect(await rulesIn([...opened(), prompt(2), close[0], stopped(2, 'cancelled'), close[1]])).toEqual([]);
  expect(await findingsIn([...opened(), prompt(2), ...close, stopped(2, 'cancelled')])).toMatchObject([
    { rule: 'close-open-turn', severity: 'error', message: 'session/close is answered while the prompt with id 2 is not' },
  ]);
  const refused = agent({ id: 3, error: { code: -32_603, message: 'no' } });
  expect(await rulesIn([...opened(), prompt(2), close[0], refused, stopped(2)])).toEqual([]);
});
