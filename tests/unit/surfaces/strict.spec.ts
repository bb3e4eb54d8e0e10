import { expect, test } from '@playwright/test';
import { transcriptHeader, transcriptRecord } from '../../../harness/schema/index.js';
import { notComparedBy } from '../../../harness/surfaces/index.js';
import { agent, answer, ask, bindings, client, noise, records, say, transcript, update } from './wire.js';

const turn = [
  ask(0, 'session/new', { cwd: '/tmp/r1/cwd', mcpServers: [] }),
  answer(0, { sessionId: 's-1' }),
  ask(1, 'session/prompt', { sessionId: 's-1', prompt: [{ type: 'text', text: 'hi' }] }),
  say('s-1', 'Hel'),
  say('s-1', 'lo'),
  answer(1, { stopReason: 'end_turn' }),
];

test('writes every agent frame in wire order behind a header, client rows as context', () => {
  expect(transcript(turn, 'strict')).toBe(
    [
      '{"type":"fixture","fixture":"transcript","schema":1,"scenario":"case","compare":"strict"}',
      '{"from":"client","frame":{"jsonrpc":"2.0","id":"{{client-request#1}}","method":"session/new","params":{"cwd":"{{cwd}}","mcpServers":[]}}}',
      '{"from":"agent","frame":{"jsonrpc":"2.0","id":"{{client-request#1}}","result":{"sessionId":"{{session#1}}"}}}',
      '{"from":"client","frame":{"jsonrpc":"2.0","id":"{{client-request#2}}","method":"session/prompt","params":{"sessionId":"{{session#1}}","prompt":[{"type":"text","text":"hi"}]}}}',
      '{"from":"agent","chunks":"agent_message_chunk","session":"{{session#1}}","pieces":["Hel","lo"]}',
      '{"from":"agent","frame":{"jsonrpc":"2.0","id":"{{client-request#2}}","result":{"stopReason":"end_turn"}}}',
      '',
    ].join('\n'),
  );
});

test('writes records of the published form', () => {
  const [header, ...rest] = transcript([...turn, noise('Loading…')], 'strict')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(transcriptHeader.safeParse(header).success).toBe(true);
  for (const record of rest) expect(transcriptRecord.safeParse(record).success).toBe(true);
});

test('parts chunks of another kind, session or message', () => {
  const chunks = [
    say('a', '1', 'm1'),
    say('a', '2', 'm1'),
    say('a', '3', 'm2'),
    say('a', '4'),
    say('b', '5'),
    update('b', { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: '6' } }),
  ];
  expect(records(chunks, 'strict').map(({ chunks, session, messageId, pieces }) => [chunks, session, messageId, pieces])).toEqual([
    ['agent_message_chunk', '{{session#1}}', '{{message#1}}', ['1', '2']],
    ['agent_message_chunk', '{{session#1}}', '{{message#2}}', ['3']],
    ['agent_message_chunk', '{{session#1}}', undefined, ['4']],
    ['agent_message_chunk', '{{session#2}}', undefined, ['5']],
    ['agent_thought_chunk', '{{session#2}}', undefined, ['6']],
  ]);
});

test('keeps a chunk that carries more than text as a frame', () => {
  const content = { type: 'text', text: 'x' };
  const odd = [
    { sessionUpdate: 'agent_message_chunk', content: { ...content, annotations: {} } },
    { sessionUpdate: 'agent_message_chunk', content, _meta: {} },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '' } },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 7 } },
    { sessionUpdate: 'agent_message_chunk', content, messageId: null },
    { sessionUpdate: 'agent_message_chunk', content: null },
    { sessionUpdate: 'plan', content },
  ];
  const frames = [
    ...odd.map((value) => update('s', value)),
    agent({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content }, extra: 1 } }),
    agent({ method: 'session/update', params: { sessionId: 7, update: {} } }),
    agent({ method: 'session/update', params: null }),
    agent({ method: 'session/update', id: 4, params: {} }),
  ];
  const written = records(frames, 'strict');
  expect(written).toHaveLength(frames.length);
  expect(written.every((record) => 'frame' in record)).toBe(true);
});

test('lets a client row never split a run of chunks', () => {
  const cancel = client({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
  const early = [say('s', 'a'), cancel, say('s', 'b'), answer(1)];
  const late = [say('s', 'a'), say('s', 'b'), cancel, answer(1)];
  expect(transcript(early, 'strict')).toBe(transcript(late, 'strict'));
  expect(records([cancel, say('s', 'a'), say('s', 'b')], 'strict').map(({ from }) => from)).toEqual(['client', 'agent']);
  expect(records([say('s', 'a'), cancel], 'strict').map(({ from }) => from)).toEqual(['agent', 'client']);
});

test('keeps noise of the agent, with its paths replaced, and none of the client', () => {
  expect(records([say('s', 'a'), noise('warn: /tmp/r1/cwd'), noise('bytes', 'client'), say('s', 'b')], 'strict')).toEqual([
    { from: 'agent', chunks: 'agent_message_chunk', session: '{{session#1}}', pieces: ['a'] },
    { from: 'agent', noise: 'warn: {{cwd}}' },
    { from: 'agent', chunks: 'agent_message_chunk', session: '{{session#1}}', pieces: ['b'] },
  ]);
});

test('finds a folder that is split over chunks', () => {
  expect(records([say('s', 'in /tmp/'), say('s', 'r1/cw'), say('s', 'd/a.txt')], 'strict')[0]!['pieces']).toEqual([
    'in {{cwd}}',
    '',
    '/a.txt',
  ]);
});

test("applies the profile's fields, in chunks too", () => {
  const rule = { name: 'n', reason: 'r', surface: 'transcript' as const, path: 'params.update.content.text', token: '{{spin}}' };
  expect(records([say('s', '⠋'), say('s', '⠙')], 'strict', { normalizers: [rule] })[0]!['pieces']).toEqual(['{{spin}}', '{{spin}}']);
  const breaking = { ...rule, path: 'params.update.content' };
  expect(records([say('s', '⠋')], 'strict', { normalizers: [breaking], bindings })[0]).toHaveProperty(
    'frame.params.update.content',
    '{{spin}}',
  );
});

test('tells a changed id relation: a second session is no longer the first', () => {
  const right = [answer(0, { sessionId: 'a' }), say('a', 'x')];
  const wrong = [answer(0, { sessionId: 'a' }), say('b', 'x')];
  expect(transcript(right, 'strict')).not.toBe(transcript(wrong, 'strict'));
});

test('says in words what a mode does not compare', () => {
  expect(notComparedBy('strict').length).toBeLessThan(notComparedBy('causal').length);
  expect(notComparedBy('state')).toContain('what the client sent');
});
