import { chat, hangs } from './provider.js';
import { expect, isAlive, pidIn, test } from './support.js';

test('cancels in mid-stream: the socket closes and what was said stays in the log', async ({ session, provider }) => {
  provider.answers(hangs({ text: 'Once' }));
  const talk = await session();
  const id = talk.openPrompt('Tell');
  await talk.client.update('agent_message_chunk');
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  expect(talk.client.frames.at(-1)?.id).toBe(id);
  expect(
    talk
      .events()
      .map(({ type }) => type)
      .slice(-4),
  ).toEqual(['assistant/chunk', 'assistant/chunk', 'step/end', 'turn/end']);
  expect(talk.events('turn/end')).toMatchObject([{ data: { reason: { kind: 'aborted' } } }]);
  expect(talk.events('assistant/message')).toEqual([]);
  await expect.poll(() => provider.aborted).toBe(1);
});

test('cancels before the first byte of a reply, and goes on with the next prompt', async ({ session, provider }) => {
  provider.answers(() => undefined, chat([{ text: 'ok' }]));
  const talk = await session();
  const id = talk.openPrompt('Tell');
  await expect.poll(() => provider.requests.length).toBe(1);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  expect(await talk.prompt('Again')).toEqual({ stopReason: 'end_turn' });
});

test('cancels while tools run: they end, their calls fail in order, the next turn sees them', async ({ session, provider, place }) => {
  place.write('a.txt', 'a\n');
  provider.answers(
    chat([
      { id: 'c0', tool: 'read', args: { file_path: 'a.txt' } },
      { id: 'c1', tool: 'bash', args: { command: "trap '' TERM; echo $$ > pid; sleep 61; true", description: 'Sleep' } },
      { id: 'c2', tool: 'read', args: { file_path: 'a.txt' } },
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto' });
  const id = talk.openPrompt('Go');
  const pid = await pidIn(place);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  expect(isAlive(pid)).toBe(false);
  expect(talk.client.updates('tool_call_update').map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
    ['c0', 'completed'],
    ['c1', 'failed'],
    ['c2', 'failed'],
  ]);
  await talk.prompt('What happened?');
  const roles = (provider.requests[1]!.body['messages'] as { role: string }[]).map(({ role }) => role);
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'tool', 'user']);
});

test('cancels while the user is asked, and takes a late answer for none', async ({ session, provider, place }) => {
  provider.answers(chat([{ id: 'c0', tool: 'write', args: { file_path: 'a.txt', content: 'x' } }]));
  const talk = await session();
  const id = talk.openPrompt('Write');
  const question = await talk.client.until(() => talk.client.frames.find(({ method }) => method === 'session/request_permission'));
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  talk.client.send({ id: question.id, result: { outcome: { outcome: 'selected', optionId: 'allow-once' } } });
  await talk.client.ask('session/set_mode', { sessionId: talk.id, modeId: 'auto' });
  expect(() => place.read('a.txt')).toThrow('ENOENT');
  expect(talk.client.frames.some(({ method }) => method === '$/cancel_request')).toBe(false);
});

test('$/cancel_request for a prompt ends it as cancelled', async ({ session, provider }) => {
  provider.answers(hangs({ text: 'Once' }));
  const talk = await session();
  const id = talk.openPrompt('Tell');
  await talk.client.update('agent_message_chunk');
  talk.client.notify('$/cancel_request', { requestId: id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
});

test('a cancel without a turn does nothing', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  talk.client.notify('session/cancel', { sessionId: talk.id });
  talk.client.notify('session/cancel', { sessionId: 'unknown' });
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
});

test('the end of stdin in mid-turn ends tools, closes the log and ends the agent', async ({ session, provider, place }) => {
  provider.answers(chat([{ id: 'c0', tool: 'bash', args: { command: 'echo $$ > pid; sleep 62; true', description: 'Sleep' } }]));
  const talk = await session({ mode: 'auto' });
  talk.openPrompt('Go');
  const pid = await pidIn(place);
  expect(await talk.client.end()).toEqual({ code: 0, signal: null });
  expect(isAlive(pid)).toBe(false);
  expect(
    talk
      .events()
      .map(({ type }) => type)
      .slice(-3),
  ).toEqual(['tool/result', 'step/end', 'turn/end']);
});

test('nothing that a command leaves in the background stays', async ({ session, provider, place }) => {
  provider.answers(
    chat([{ id: 'c0', tool: 'bash', args: { command: 'sleep 63 & echo $! > pid; echo started', description: 'Leave' } }]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto' });
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(talk.events('tool/result')).toMatchObject([{ data: { content: [{ text: 'started\n' }], isError: false } }]);
  const pid = await pidIn(place);
  await expect.poll(() => isAlive(pid)).toBe(false);
});
