import { expect, test } from '@playwright/test';
import { transcriptRecord } from '../../../harness/schema/index.js';
import type { CapturedFrame } from '../../../harness/surfaces/index.js';
import { agent, answer, ask, client, noise, records, say, transcript, update } from './wire.js';

const start = (session: string, id: string, title: string) => update(session, { sessionUpdate: 'tool_call', toolCallId: id, title });
const done = (session: string, id: string, status = 'completed') =>
  update(session, { sessionUpdate: 'tool_call_update', toolCallId: id, status });
const opened = [
  ask(0, 'initialize'),
  answer(0, { protocolVersion: 1 }),
  ask(1, 'session/new', { cwd: '/tmp/r1/cwd' }),
  answer(1, { sessionId: 's' }),
];
const prompt = (id = 2, session = 's') => ask(id, 'session/prompt', { sessionId: session, prompt: [] });
const ended = (id = 2) => answer(id, { stopReason: 'end_turn' });
const same = (a: CapturedFrame[], b: CapturedFrame[]) => expect(transcript(b, 'causal')).toBe(transcript(a, 'causal'));
const differ = (a: CapturedFrame[], b: CapturedFrame[]) => expect(transcript(b, 'causal')).not.toBe(transcript(a, 'causal'));

interface Row {
  from: string;
  segment?: string;
  strand?: string;
  noise?: string;
  chunks?: string;
  frame?: { method?: string; params?: { update?: { sessionUpdate: string; title?: string; status?: string } } };
}

/** One line for each record. */
const outline = (frames: CapturedFrame[], order: string[] = []) =>
  (records(frames, 'causal', { order }) as unknown as Row[]).map(({ from, segment, strand, noise, chunks, frame }) => {
    const update = frame?.params?.update;
    const what = noise ?? chunks ?? update?.title ?? update?.status ?? update?.sessionUpdate ?? frame?.method ?? 'response';
    return `${from[0]} ${segment}${strand === undefined ? '' : ` ${strand}`}: ${what}`;
  });

test('writes connection, then each session: segments, strands under their starts, responses, metadata', () => {
  const frames = [
    ...opened,
    update('s', { sessionUpdate: 'available_commands_update', availableCommands: [] }),
    prompt(),
    say('s', 'Let'),
    say('s', ' me'),
    start('s', 't1', 'read'),
    done('s', 't1', 'in_progress'),
    agent({
      jsonrpc: '2.0',
      id: 0,
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId: 't1' }, options: [] },
    }),
    client({ jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'selected', optionId: 'a' } } }),
    say('s', 'Done'),
    done('s', 't1'),
    client({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }),
    ended(),
    ask(3, 'session/set_mode', { sessionId: 's', modeId: 'x' }),
    answer(3),
    ask(4, 'session/close', { sessionId: 's' }),
    answer(4),
  ];
  expect(outline(frames)).toEqual([
    'c connection: initialize',
    'a connection: response',
    'c setup: session/new',
    'a setup: response',
    'c turn 1: session/prompt',
    'a turn 1: agent_message_chunk',
    'a turn 1 tool:{{call#1}}: read',
    'a turn 1 tool:{{call#1}}: in_progress',
    'a turn 1 tool:{{call#1}}: session/request_permission',
    'c turn 1 tool:{{call#1}}: response',
    'a turn 1 tool:{{call#1}}: completed',
    'a turn 1: agent_message_chunk',
    'c turn 1: session/cancel',
    'a turn 1: response',
    'c post-turn 1: session/set_mode',
    'a post-turn 1: response',
    'c teardown: session/close',
    'a teardown: response',
    'a undefined metadata:available_commands_update: available_commands_update',
  ]);
  for (const record of records(frames, 'causal')) expect(transcriptRecord.safeParse(record).success).toBe(true);
});

test('joins the text of a run, whatever its pieces, and finds a folder split over them', () => {
  const text = records([...opened, prompt(), say('s', 'in /tmp/r'), say('s', '1/cwd'), ended()], 'causal').find(
    (record) => 'chunks' in record,
  );
  expect(text).toMatchObject({ chunks: 'agent_message_chunk', session: '{{session#1}}', pieces: ['in {{cwd}}'] });
  same([...opened, prompt(), say('s', 'abc'), ended()], [...opened, prompt(), say('s', 'a'), say('s', 'bc'), ended()]);
});

test('does not join messages of different ids, nor text around a plan', () => {
  const chunks = (frames: CapturedFrame[]) =>
    records([...opened, prompt(), ...frames, ended()], 'causal')
      .filter((record) => 'chunks' in record)
      .map(({ messageId, pieces }) => [messageId, pieces]);
  expect(chunks([say('s', 'a', 'x'), say('s', 'b', 'x'), say('s', 'c', 'y')])).toEqual([
    ['{{message#1}}', ['ab']],
    ['{{message#2}}', ['c']],
  ]);
  expect(chunks([say('s', 'a'), update('s', { sessionUpdate: 'plan', entries: [] }), say('s', 'b')])).toEqual([
    [undefined, ['a']],
    [undefined, ['b']],
  ]);
});

test('places a late update before the response of its turn', () => {
  const late = say('s', 'late');
  same([...opened, prompt(), late, ended()], [...opened, prompt(), ended(), late]);
  differ([...opened, prompt(), late, ended(), prompt(3), ended(3)], [...opened, prompt(), ended(), prompt(3), late, ended(3)]);
});

test('sorts neighbouring tool starts by the replay source, then by text; ids are numbered afterwards', () => {
  const tools = [start('s', 'id-b', 'write'), start('s', 'id-a', 'read')];
  expect(outline([...opened, prompt(), ...tools, ended()]).filter((line) => line.includes('tool:'))).toEqual([
    'a turn 1 tool:{{call#1}}: read',
    'a turn 1 tool:{{call#2}}: write',
  ]);
  expect(outline([...opened, prompt(), ...tools, ended()], ['id-b', 'id-a']).filter((line) => line.includes('tool:'))).toEqual([
    'a turn 1 tool:{{call#1}}: write',
    'a turn 1 tool:{{call#2}}: read',
  ]);
  expect(outline([...opened, prompt(), ...tools, ended()], ['id-b']).filter((line) => line.includes('tool:'))).toEqual([
    'a turn 1 tool:{{call#1}}: write',
    'a turn 1 tool:{{call#2}}: read',
  ]);
});

test('tells twin tools apart by what became of them', () => {
  const run = (first: string, second: string, swap: boolean) => {
    const updates = [done('s', 'x', first), done('s', 'y', second)];
    return [...opened, prompt(), start('s', swap ? 'y' : 'x', 'read'), start('s', swap ? 'x' : 'y', 'read'), ...updates, ended()];
  };
  same(run('completed', 'failed', false), run('completed', 'failed', true));
  same(run('completed', 'failed', false), run('failed', 'completed', false));
  differ(run('completed', 'failed', false), run('completed', 'completed', false));
});

test('keeps text where it stands between tool starts', () => {
  differ(
    [...opened, prompt(), start('s', 'x', 'read'), say('s', 'then'), start('s', 'y', 'write'), ended()],
    [...opened, prompt(), start('s', 'x', 'read'), start('s', 'y', 'write'), say('s', 'then'), ended()],
  );
});

test('sorts neighbouring requests by their text and keeps the order of those about one file or terminal', () => {
  const fs = (id: number, method: string, path: string) => agent({ jsonrpc: '2.0', id, method, params: { sessionId: 's', path } });
  const reply = (id: number) => client({ jsonrpc: '2.0', id, result: {} });
  const [readA, writeA, readB] = [fs(0, 'fs/read_text_file', '/a'), fs(1, 'fs/write_text_file', '/a'), fs(2, 'fs/read_text_file', '/b')];
  const turn = (...frames: CapturedFrame[]) => [...opened, prompt(), ...frames, reply(2), reply(0), reply(1), ended()];
  same(turn(readA, writeA, readB), turn(readB, readA, writeA));
  differ(turn(readA, writeA, readB), turn(writeA, readA, readB));
  const terminal = (id: number, method: string, terminalId?: string) =>
    agent({ jsonrpc: '2.0', id, method, params: { sessionId: 's', ...(terminalId === undefined ? { command: 'ls' } : { terminalId }) } });
  const made = client({ jsonrpc: '2.0', id: 5, result: { terminalId: 'term-1' } });
  const wait = terminal(6, 'terminal/wait_for_exit', 'term-1');
  same(turn(terminal(5, 'terminal/create'), made, wait, readB), turn(readB, terminal(5, 'terminal/create'), made, wait));
  same(
    turn(start('s', 'x', 'read'), readA, start('s', 'y', 'read b'), readB),
    turn(start('s', 'x', 'read'), start('s', 'y', 'read b'), readB, readA),
  );
});

test('keeps requests without a subject apart', () => {
  const ext = (id: number, method: string) => agent({ jsonrpc: '2.0', id, method, params: { sessionId: 's' } });
  same([...opened, prompt(), ext(0, '_a'), ext(1, '_b'), ended()], [...opened, prompt(), ext(1, '_b'), ext(0, '_a'), ended()]);
  same([...opened, prompt(), ext(0, '_a'), ext(1, '_a'), ended()], [...opened, prompt(), ext(1, '_a'), ext(0, '_a'), ended()]);
});

test('collapses metadata: distinct consecutive values, of usage the last', () => {
  const title = (text: string) => update('s', { sessionUpdate: 'session_info_update', title: text });
  const usage = (used: number) => update('s', { sessionUpdate: 'usage_update', used, size: 10 });
  same(
    [...opened, title('a'), title('a'), title('b'), prompt(), usage(1), usage(2), ended()],
    [...opened, prompt(), title('a'), usage(2), title('b'), ended()],
  );
  differ([...opened, title('a'), title('b'), prompt(), ended()], [...opened, title('b'), title('a'), prompt(), ended()]);
  differ([...opened, prompt(), usage(1), ended()], [...opened, prompt(), usage(2), ended()]);
});

test('parts sessions in the order the client made them, whoever speaks first', () => {
  const two = [ask(0, 'session/new', {}), ask(1, 'session/new', {})];
  const a = [answer(0, { sessionId: 'a' }), say('a', 'from a')];
  const b = [answer(1, { sessionId: 'b' }), say('b', 'from b')];
  same([...two, ...a, ...b], [...two, ...b, ...a]);
  expect(
    records([...two, ...b, ...a], 'causal')
      .filter((record) => 'pieces' in record)
      .map(({ session, pieces }) => [session, pieces]),
  ).toEqual([
    ['{{session#1}}', ['from a']],
    ['{{session#2}}', ['from b']],
  ]);
  expect(outline([...opened, say('ghost', 'x')]).at(-1)).toBe('a setup: agent_message_chunk');
});

test('keeps overlapping client requests in one segment', () => {
  const mode = ask(3, 'session/set_mode', { sessionId: 's', modeId: 'm' });
  same(
    [...opened, prompt(), say('s', 'a'), mode, answer(3), say('s', 'b'), ended()],
    [...opened, prompt(), mode, say('s', 'a'), say('s', 'b'), answer(3), ended()],
  );
  expect(outline([...opened, prompt(), mode, ended(), answer(3)]).slice(4)).toEqual([
    'c turn 1: session/prompt',
    'c turn 1: session/set_mode',
    'a turn 1: response',
    'a turn 1: response',
  ]);
});

test('begins a segment behind a request that was never answered', () => {
  expect(outline([...opened, prompt(), say('s', 'a'), prompt(3), ended(3)]).slice(4)).toEqual([
    'c turn 1: session/prompt',
    'a turn 1: agent_message_chunk',
    'c turn 2: session/prompt',
    'a turn 2: response',
  ]);
});

test('writes strands without a start at the end of their segment, and takes a start that comes later', () => {
  expect(outline([...opened, prompt(), done('s', 'x'), say('s', 'a'), ended()]).slice(5, 7)).toEqual([
    'a turn 1: agent_message_chunk',
    'a turn 1 tool:{{call#1}}: completed',
  ]);
  const permission = agent({
    jsonrpc: '2.0',
    id: 0,
    method: 'session/request_permission',
    params: { sessionId: 's', toolCall: { toolCallId: 'x' } },
  });
  same(
    [...opened, prompt(), start('s', 'x', 'read'), permission, ended()],
    [...opened, prompt(), permission, start('s', 'x', 'read'), ended()],
  );
});

test('reads a start repeated in its segment as an update, in a later one as another call', () => {
  expect(outline([...opened, prompt(), start('s', 'x', 'a'), start('s', 'x', 'b'), ended()]).slice(5, 7)).toEqual([
    'a turn 1 tool:{{call#1}}: a',
    'a turn 1 tool:{{call#1}}: b',
  ]);
  expect(
    outline([...opened, prompt(), start('s', 'x', 'a'), ended(), prompt(3), start('s', 'x', 'b'), done('s', 'x'), ended(3)]).slice(8, 10),
  ).toEqual(['a turn 2 tool:{{call#1}}: b', 'a turn 2 tool:{{call#1}}: completed']);
});

test('follows an elicitation and a cancellation to the tool or the session they are about', () => {
  const elicit = agent({ jsonrpc: '2.0', id: 4, method: 'elicitation/create', params: { sessionId: 's', toolCallId: 'x' } });
  const withdrawn = agent({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 4 } });
  const about = agent({ jsonrpc: '2.0', id: 5, method: 'elicitation/create', params: { requestId: 2 } });
  const unknown = agent({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 99 } });
  expect(outline([...opened, prompt(), start('s', 'x', 'read'), elicit, withdrawn, about, unknown, ended()])).toEqual([
    'c connection: initialize',
    'a connection: $/cancel_request',
    'a connection: response',
    'c setup: session/new',
    'a setup: response',
    'c turn 1: session/prompt',
    'a turn 1 tool:{{call#1}}: read',
    'a turn 1 tool:{{call#1}}: elicitation/create',
    'a turn 1 tool:{{call#1}}: $/cancel_request',
    'a turn 1: elicitation/create',
    'a turn 1: response',
  ]);
});

test('keeps an answer to nothing, a second answer and noise as records of the connection', () => {
  expect(
    outline([
      noise('hello'),
      noise('typed', 'client'),
      ask(0, 'initialize'),
      answer(0),
      answer(0),
      answer('0'),
      client({ jsonrpc: '2.0', id: 9, result: {} }),
    ]),
  ).toEqual([
    'a undefined: hello',
    'c connection: initialize',
    'a connection: response',
    'a connection: response',
    'a connection: response',
  ]);
});

test('sorts the keys of agent frames', () => {
  same([agent({ method: '_x', params: { a: 1, b: [{ c: 1, d: 2 }] } })], [agent({ params: { b: [{ d: 2, c: 1 }], a: 1 }, method: '_x' })]);
});
