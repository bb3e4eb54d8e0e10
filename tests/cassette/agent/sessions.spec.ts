import type { Json } from './client.js';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { SessionLog } from '../../../harness/agent/log/session-log.js';
import { chat, hangs } from './provider.js';
import { expect, test, type Session } from './support.js';

async function load(talk: Session, cwd = talk.place.cwd): Promise<Record<string, Json>[]> {
  const before = talk.client.updates().length;
  const id = talk.client.open('session/load', { sessionId: talk.id, cwd, mcpServers: [] });
  await talk.client.answer(id);
  const answer = talk.client.frames.findIndex((frame) => frame.id === id);
  const history = talk.client.frames
    .slice(0, answer)
    .filter(({ method }) => method === 'session/update')
    .map(({ params }) => params!['update'] as Record<string, Json>);
  return history.slice(before);
}

test('loads a session: the whole history before the response, then the conversation goes on', async ({ session, provider, place }) => {
  place.write('a.txt', 'a\n');
  provider.answers(
    chat([{ reasoning: 'Hm.' }, { id: 'c0', tool: 'read', args: { file_path: 'a.txt' } }]),
    chat([{ id: 'c1', tool: 'todo', args: { todos: [{ content: 'x', status: 'pending' }] } }]),
    chat([{ text: 'It is ' }, { text: 'a.' }]),
    chat([{ text: 'Still a.' }]),
  );
  const talk = await session();
  await talk.prompt('What is in a.txt?');
  const live = talk.client.updates('tool_call', 'tool_call_update', 'plan');
  await talk.client.ask('session/close', { sessionId: talk.id });

  const history = await load(talk);
  expect(history.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'user_message_chunk',
    'session_info_update',
    'agent_thought_chunk',
    'tool_call',
    'tool_call_update',
    'usage_update',
    'tool_call',
    'plan',
    'tool_call_update',
    'usage_update',
    'agent_message_chunk',
    'usage_update',
  ]);
  expect(history.filter(({ sessionUpdate }) => ['tool_call', 'tool_call_update', 'plan'].includes(sessionUpdate as string))).toEqual(live);
  expect(history[0]!['content']).toEqual({ type: 'text', text: 'What is in a.txt?' });
  expect(history[10]!['content']).toEqual({ type: 'text', text: 'It is a.' });

  await talk.prompt('And now?');
  const messages = provider.requests[3]!.body['messages'] as { role: string }[];
  expect(messages.slice(0, -2)).toEqual(provider.requests[2]!.body['messages']);
  expect(talk.events().map(({ seq }) => seq)).toEqual(talk.events().map((_, index) => index));
});

test('resumes a session without its history, with its mode', async ({ session, provider, place }) => {
  provider.answers(chat([{ text: 'Noted.' }]), chat([{ text: '42' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Remember 42.');
  await talk.client.ask('session/close', { sessionId: talk.id });
  const before = talk.client.updates().length;
  const setup = await talk.client.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  expect(setup['modes'].currentModeId).toBe('auto');
  await talk.prompt('What was it?');
  expect(
    talk.client
      .updates()
      .slice(before)
      .map(({ sessionUpdate }) => sessionUpdate),
  ).toEqual(['available_commands_update', 'agent_message_chunk', 'usage_update']);
  expect((provider.requests[1]!.body['messages'] as unknown[]).length).toBe(4);
});

test('loads images and embedded resources as the client sent them', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  const prompt = [
    { type: 'text', text: 'Look' },
    { type: 'resource', resource: { uri: 'file:///b.md', text: 'B' } },
    { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
  ];
  await talk.client.ask('session/prompt', { sessionId: talk.id, prompt });
  expect((await load(talk)).filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk').map(({ content }) => content)).toEqual(
    prompt,
  );
});

test('lists stored sessions, newest first, by folder', async ({ session, provider, place }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  await talk.prompt('Name this session please now');
  const { sessionId: second } = await talk.client.ask('session/new', { cwd: place.root, mcpServers: [] });
  const { sessions, nextCursor } = await talk.client.ask('session/list', {});
  expect(sessions).toEqual([
    { sessionId: second, cwd: place.root, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    { sessionId: talk.id, cwd: place.cwd, title: 'Name this session please now', updatedAt: expect.any(String) },
  ]);
  expect(nextCursor).toBeUndefined();
  expect(
    (await talk.client.ask('session/list', { cwd: place.cwd }))['sessions'].map(({ sessionId }: { sessionId: string }) => sessionId),
  ).toEqual([talk.id]);
});

test('lists more than one page by a cursor', async ({ session, place }) => {
  const talk = await session();
  for (let count = 0; count < 60; count++) await talk.client.ask('session/new', { cwd: place.cwd, mcpServers: [] });
  const first = await talk.client.ask('session/list', {});
  const rest = await talk.client.ask('session/list', { cursor: first['nextCursor'] });
  const ids = [...first['sessions'], ...rest['sessions']].map(({ sessionId }: { sessionId: string }) => sessionId);
  expect([first['sessions'].length, rest['sessions'].length, new Set(ids).size]).toEqual([50, 11, 61]);
  expect(rest['nextCursor']).toBeUndefined();
  expect((await talk.client.request('session/list', { cursor: 'nowhere' })).error).toMatchObject({ code: -32602 });
});

test('knows no session that was closed or never was', async ({ session, place }) => {
  const talk = await session();
  await talk.client.ask('session/close', { sessionId: talk.id });
  for (const [method, params] of [
    ['session/prompt', { prompt: [{ type: 'text', text: 'x' }] }],
    ['session/set_mode', { modeId: 'auto' }],
    ['session/set_config_option', { configId: 'mode', value: 'auto' }],
    ['session/close', {}],
  ] as const)
    expect((await talk.client.request(method, { sessionId: talk.id, ...params })).error).toMatchObject({
      code: -32002,
      data: { sessionId: talk.id },
    });
  for (const sessionId of ['no-such-session', '../../../etc/passwd'])
    for (const method of ['session/load', 'session/resume'])
      expect((await talk.client.request(method, { sessionId, cwd: place.cwd, mcpServers: [] })).error).toMatchObject({ code: -32002 });
});

test('close cancels what runs first', async ({ session, provider }) => {
  provider.answers(hangs({ text: 'Once' }));
  const talk = await session();
  const prompt = talk.openPrompt('Tell');
  await talk.client.update('agent_message_chunk');
  const close = talk.client.open('session/close', { sessionId: talk.id });
  expect((await talk.client.answer(close)).result).toEqual({});
  expect((await talk.client.answer(prompt)).result).toEqual({ stopReason: 'cancelled' });
});

test('a torn last line is cut off, said so, and nothing before it is lost', async ({ session, provider, boot, place }) => {
  provider.answers(hangs({ text: 'Once' }), chat([{ text: 'Twice' }]));
  const talk = await session();
  talk.openPrompt('Tell');
  await talk.client.update('agent_message_chunk');
  talk.client.child.kill('SIGKILL');
  await talk.client.exited;
  const whole = readFileSync(talk.logFile, 'utf8');
  appendFileSync(talk.logFile, '{"type":"assistant/chu');

  const client = boot();
  await client.ask('initialize', { protocolVersion: 1 });
  await client.ask('session/load', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  expect(client.stderr).toContain('22 bytes were cut off');
  expect(readFileSync(talk.logFile, 'utf8').startsWith(whole)).toBe(true);
  const count = whole.trimEnd().split('\n').length - 1;
  expect(
    talk
      .events()
      .slice(count)
      .map(({ type }) => type),
  ).toEqual(['session/repaired', 'step/end', 'turn/end']);
  expect(talk.events().map(({ seq }) => seq)).toEqual(talk.events().map((_, index) => index));
  await client.ask('session/prompt', talk.promptParams('Again'));
  expect((provider.requests[1]!.body['messages'] as { content: string }[]).map(({ content }) => content).slice(1)).toEqual([
    'Tell',
    'Again',
  ]);
});

test('a log that is damaged in the middle is refused and left alone', async ({ session, provider, place }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  await talk.prompt('Go');
  await talk.client.ask('session/close', { sessionId: talk.id });
  const lines = readFileSync(talk.logFile, 'utf8').split('\n');
  const damaged = lines.with(3, '{"type":').join('\n');
  writeFileSync(talk.logFile, damaged);
  const { error } = await talk.client.request('session/load', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  expect(error).toMatchObject({ code: -32603 });
  expect(JSON.stringify(error)).toContain('ACP_AGENT_LOG_DAMAGED');
  expect(readFileSync(talk.logFile, 'utf8')).toBe(damaged);
});

test('a session may go on in another folder, which the model is told', async ({ session, provider, place }) => {
  provider.answers(chat([{ text: 'one' }]), chat([{ text: 'two' }]));
  const talk = await session();
  await talk.prompt('1');
  await load(talk, place.root);
  await talk.prompt('2');
  expect(talk.events('session/cwd')).toMatchObject([{ data: { cwd: place.root } }]);
  expect(
    talk.events('request/header').map(({ data }) => (data['header'] as { system: string }).system.includes(`folder ${place.root} `)),
  ).toEqual([false, true]);
});

test('times never run backwards and every event has its place', async ({ session, provider }) => {
  provider.answers(chat([{ text: 'ok' }]));
  const talk = await session();
  await talk.prompt('Go');
  const times = talk.events().map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(talk.records()[0]).toEqual({
    type: 'session',
    version: 0,
    id: talk.id,
    createdAt: expect.any(Number),
    cwd: talk.place.cwd,
    delegationDepth: 0,
  });
});

test('no event is older than its session, also where the clock is behind the beginning', ({ place }) => {
  const createdAt = Date.now() + 60_000;
  const log = SessionLog.create(`${place.home}/log.jsonl`, {
    type: 'session',
    version: 0,
    id: 's',
    createdAt,
    cwd: place.cwd,
    delegationDepth: 0,
  });
  expect(log.append({ type: 'turn/start', data: {} }).time).toBe(createdAt);
  log.close();
});
