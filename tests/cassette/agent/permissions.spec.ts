import type { Json } from './client.js';
import { chat } from './provider.js';
import { expect, test, type Session } from './support.js';

const write = (file: string, id = file) => ({ id, tool: 'write', args: { file_path: file, content: 'x' } });

function answerWith(session: Session, ...kinds: string[]): Record<string, Json>[] {
  const asked: Record<string, Json>[] = [];
  session.client.serve['session/request_permission'] = (params) => {
    asked.push(params);
    const kind = kinds.shift();
    const option = (params['options'] as { kind: string; optionId: string }[]).find((candidate) => candidate.kind === kind);
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
  };
  return asked;
}

test('asks before a write, shows the call as pending, and runs it once it is allowed', async ({ session, provider, place }) => {
  provider.answers(chat([write('a.txt')]), chat([{ text: 'ok' }]));
  const talk = await session();
  const asked = answerWith(talk, 'allow_once');
  await talk.prompt('Write');
  expect(place.read('a.txt')).toBe('x');
  const path = `${place.cwd}/a.txt`;
  expect(asked).toEqual([
    {
      sessionId: talk.id,
      toolCall: {
        toolCallId: 'a.txt',
        title: 'Write a.txt',
        kind: 'edit',
        status: 'pending',
        locations: [{ path }],
        content: [{ type: 'diff', path, newText: 'x' }],
        rawInput: { file_path: 'a.txt', content: 'x' },
      },
      options: expect.arrayContaining(
        ['allow_once', 'allow_always', 'reject_once', 'reject_always'].map((kind) => expect.objectContaining({ kind })),
      ),
    },
  ]);
  expect(talk.client.updates('tool_call', 'tool_call_update').map(({ status }) => status)).toEqual(['pending', 'in_progress', 'completed']);
  expect(talk.events('permission/request', 'permission/answer').map(({ type, data }) => [type, data['decision']])).toEqual([
    ['permission/request', undefined],
    ['permission/answer', 'allow'],
  ]);
});

test('remembers for the session what was allowed always, tool by tool, also once it is loaded again', async ({
  session,
  provider,
  place,
}) => {
  provider.answers(
    chat([write('a.txt'), write('b.txt')]),
    chat([{ id: 'r', tool: 'bash', args: { command: 'true', description: 'x' } }]),
    chat([{ text: 'ok' }]),
    chat([write('c.txt')]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session();
  const asked = answerWith(talk, 'allow_always', 'allow_once');
  await talk.prompt('Write');
  expect(asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(['a.txt', 'r']);
  await talk.client.ask('session/close', { sessionId: talk.id });
  await talk.client.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  await talk.prompt('More');
  expect(asked).toHaveLength(2);
  expect(place.read('c.txt')).toBe('x');
});

for (const [kind, again] of [
  ['reject_once', true],
  ['reject_always', false],
] as const) {
  test(`${kind} becomes a tool error and the turn goes on`, async ({ session, provider, place }) => {
    provider.answers(chat([write('a.txt')]), chat([write('b.txt')]), chat([{ text: 'ok' }]));
    const talk = await session();
    const asked = answerWith(talk, kind, 'reject_once');
    expect(await talk.prompt('Write')).toEqual({ stopReason: 'end_turn' });
    expect(asked).toHaveLength(again ? 2 : 1);
    expect(() => place.read('a.txt')).toThrow('ENOENT');
    expect(talk.client.updates('tool_call_update').map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(talk.events('tool/result')[0]!.data).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('The user rejected') }],
    });
  });
}

test('asks one question at a time, in the order of the calls', async ({ session, provider }) => {
  provider.answers(chat([write('a.txt'), write('b.txt'), write('c.txt')]), chat([{ text: 'ok' }]));
  const talk = await session();
  let open = 0;
  const order: string[] = [];
  talk.client.serve['session/request_permission'] = async ({ toolCall }) => {
    expect(++open).toBe(1);
    order.push(toolCall.toolCallId as string);
    await new Promise(setImmediate);
    open--;
    return { outcome: { outcome: 'selected', optionId: order.length === 2 ? 'reject-once' : 'allow-once' } };
  };
  await talk.prompt('Write');
  expect(order).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(talk.events('tool/result').map(({ data }) => [data['callId'], data['isError']])).toEqual([
    ['a.txt', false],
    ['b.txt', true],
    ['c.txt', false],
  ]);
});

test('a question that the client withdraws cancels the turn', async ({ session, provider }) => {
  provider.answers(chat([write('a.txt'), write('b.txt')]));
  const talk = await session();
  const asked = answerWith(talk, 'cancelled');
  expect(await talk.prompt('Write')).toEqual({ stopReason: 'cancelled' });
  expect(asked).toHaveLength(1);
  expect(talk.client.updates('tool_call_update').map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
    ['a.txt', 'failed'],
    ['b.txt', 'failed'],
  ]);
});

test('an answer that was not offered, or an error, allows nothing', async ({ session, provider, place }) => {
  provider.answers(chat([write('a.txt')]), chat([write('b.txt')]), chat([{ text: 'ok' }]));
  const talk = await session();
  const answers = [{ outcome: { outcome: 'selected', optionId: 'whatever' } }, new Error('no user')];
  talk.client.serve['session/request_permission'] = () => answers.shift();
  expect(await talk.prompt('Write')).toEqual({ stopReason: 'end_turn' });
  for (const file of ['a.txt', 'b.txt']) expect(() => place.read(file)).toThrow('ENOENT');
});

test('read-only refuses changes without a question and lets the model look', async ({ session, provider, place }) => {
  place.write('a.txt', 'a\n');
  provider.answers(
    chat([
      { id: 'r', tool: 'read', args: { file_path: 'a.txt' } },
      write('b.txt'),
      { id: 's', tool: 'bash', args: { command: 'true', description: 'x' } },
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'read-only' });
  await talk.prompt('Go');
  expect(talk.events('tool/result').map(({ data }) => [data['callId'], data['isError']])).toEqual([
    ['r', false],
    ['b.txt', true],
    ['s', true],
  ]);
  expect(talk.client.frames.some(({ method }) => method === 'session/request_permission')).toBe(false);
});

test('a mode is also a config option, whichever way it is set', async ({ session }) => {
  const talk = await session();
  const option = (options: { id: string; currentValue: string }[]): string => options.find(({ id }) => id === 'mode')!.currentValue;
  await talk.client.ask('session/set_mode', { sessionId: talk.id, modeId: 'auto' });
  const { configOptions } = await talk.client.ask('session/set_config_option', {
    sessionId: talk.id,
    configId: 'mode',
    value: 'read-only',
  });
  expect(option(configOptions)).toBe('read-only');
  expect(talk.client.updates('current_mode_update').map(({ currentModeId }) => currentModeId)).toEqual(['auto', 'read-only']);
  expect(talk.client.updates('config_option_update').map(({ configOptions: all }) => option(all))).toEqual(['auto', 'read-only']);
  expect((await talk.client.request('session/set_mode', { sessionId: talk.id, modeId: 'yolo' })).error).toMatchObject({ code: -32602 });
  for (const params of [
    { configId: 'mode', value: 'yolo' },
    { configId: 'colour', value: 'red' },
  ])
    expect((await talk.client.request('session/set_config_option', { sessionId: talk.id, ...params })).error).toMatchObject({
      code: -32602,
    });
});
