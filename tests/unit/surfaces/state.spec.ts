import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/index.js';
import { transcriptRecord } from '../../../harness/schema/index.js';
import { toolCallsOfTranscript, transcriptSurface } from '../../../harness/surfaces/index.js';
import { agent, answer, ask, bindings, client, noise, records, say, update } from './wire.js';

const opened = [ask(0, 'session/new', { cwd: '/w' }), answer(0, { sessionId: 's' })];
const prompt = (id: number) => ask(id, 'session/prompt', { sessionId: 's', prompt: [] });
const done = (id: number, stopReason = 'end_turn') => answer(id, { stopReason });
const S = '{{session#1}}';

test('joins messages by kind and id, whatever came between their pieces', () => {
  const frames = [
    ...opened,
    prompt(1),
    say('s', 'a', 'm1'),
    update('s', { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'x' } }),
    say('s', 'in /tmp/r1/c', 'm1'),
    say('s', 'n', 'm2'),
    say('s', 'wd.', 'm1'),
    update('s', { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'y' } }),
    done(1),
  ];
  expect(records(frames, 'state').slice(1)).toEqual([
    {
      from: 'agent',
      session: S,
      segment: 'turn 1',
      strand: 'agent_message_chunk',
      state: { messageId: '{{message#1}}', content: [{ type: 'text', text: 'ain {{cwd}}.' }] },
    },
    {
      from: 'agent',
      session: S,
      segment: 'turn 1',
      strand: 'agent_message_chunk',
      state: { messageId: '{{message#2}}', content: [{ type: 'text', text: 'n' }] },
    },
    { from: 'agent', session: S, segment: 'turn 1', strand: 'agent_thought_chunk', state: { content: [{ type: 'text', text: 'xy' }] } },
    { from: 'agent', session: S, segment: 'turn 1', strand: 'answer:session/prompt', state: { result: { stopReason: 'end_turn' } } },
  ]);
});

test('a message without an id is one per turn; one with an id goes on in a later turn; other blocks stay blocks', () => {
  const image = { type: 'image', data: 'AA', mimeType: 'image/png' };
  const frames = [
    ...opened,
    prompt(1),
    say('s', 'a'),
    say('s', 'k', 'm'),
    done(1),
    prompt(2),
    say('s', 'b'),
    update('s', { sessionUpdate: 'agent_message_chunk', content: image, _meta: { n: 1 } }),
    say('s', 'c'),
    say('s', 'l', 'm'),
    done(2),
  ];
  const messages = records(frames, 'state').filter(({ strand }) => strand === 'agent_message_chunk');
  expect(messages.map(({ segment, state }) => [segment, state])).toEqual([
    ['turn 1', { content: [{ type: 'text', text: 'a' }] }],
    ['turn 1', { messageId: '{{message#1}}', content: [{ type: 'text', text: 'kl' }] }],
    ['turn 2', { content: [{ type: 'text', text: 'b' }, image, { type: 'text', text: 'c' }], _meta: { n: 1 } }],
  ]);
});

test('a tool call is what its updates leave, with what was asked about it; parallel ones are sorted', () => {
  const call = (id: string, title: string) => [
    update('s', { sessionUpdate: 'tool_call', toolCallId: id, title, status: 'pending', content: [1] }),
    agent({
      jsonrpc: '2.0',
      id: `p-${id}`,
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId: id }, options: [] },
    }),
    client({ jsonrpc: '2.0', id: `p-${id}`, result: { outcome: { outcome: 'cancelled' } } }),
    update('s', { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed', content: [2] }),
  ];
  const run = (...calls: ReturnType<typeof call>[]) => records([...opened, prompt(1), ...calls.flat(), done(1)], 'state');
  const found = run(call('b', 'Write'), call('a', 'Read'));
  expect(found.filter(({ strand }) => String(strand).startsWith('tool:'))).toEqual(
    ['Read', 'Write'].map((title, index) => ({
      from: 'agent',
      session: S,
      segment: 'turn 1',
      strand: `tool:{{call#${index + 1}}}`,
      state: {
        toolCallId: `{{call#${index + 1}}}`,
        title,
        status: 'failed',
        content: [2],
        asked: [
          {
            method: 'session/request_permission',
            params: { toolCall: { toolCallId: `{{call#${index + 1}}}` }, options: [] },
          },
        ],
      },
    })),
  );
  expect(run(call('a', 'Read'), call('b', 'Write'))).toEqual(found);
});

test('the place of a tool call in the replay source comes before its text', () => {
  const call = (id: string, title: string) => update('s', { sessionUpdate: 'tool_call', toolCallId: id, title });
  const frames = [...opened, prompt(1), call('a', 'Read'), call('b', 'Write'), done(1)];
  const titles = records(frames, 'state', { order: ['b', 'a'] }).flatMap(({ state }) => (state as { title?: string }).title ?? []);
  expect(titles).toEqual(['Write', 'Read']);
});

test('the session ends with its last plan, mode, config, commands, info and usage', () => {
  const frames = [
    ask(0, 'session/new', {}),
    answer(0, { sessionId: 's', modes: { currentModeId: 'ask', availableModes: [] }, configOptions: [{ id: 'a', currentValue: 1 }] }),
    update('s', { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'x' }] }),
    update('s', { sessionUpdate: 'session_info_update', title: 'T', updatedAt: '2026-01-01T00:00:00Z' }),
    update('s', { sessionUpdate: 'session_info_update', title: null }),
    update('s', { sessionUpdate: 'usage_update', used: 1, size: 9 }),
    update('s', { sessionUpdate: 'usage_update', used: 2, size: 9 }),
    update('s', { sessionUpdate: 'plan', entries: [1] }),
    update('s', { sessionUpdate: 'plan', entries: [2] }),
    ask(1, 'session/set_config_option', { sessionId: 's', configId: 'a', value: 2 }),
    answer(1, { configOptions: [{ id: 'a', currentValue: 2 }] }),
    ask(2, 'session/set_mode', { sessionId: 's', modeId: 'auto' }),
    answer(2),
    ask(3, 'session/set_mode', { sessionId: 's', modeId: 'none' }),
    agent({ jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'no' } }),
  ];
  const facts = records(frames, 'state').filter(({ segment }) => segment === undefined);
  expect(facts.map(({ strand, state }) => [strand, state])).toEqual([
    ['metadata:available_commands_update', { availableCommands: [{ name: 'x' }] }],
    ['metadata:config_option_update', { configOptions: [{ id: 'a', currentValue: 2 }] }],
    ['metadata:current_mode_update', { currentModeId: 'auto' }],
    ['plan', { entries: [2] }],
    ['metadata:session_info_update', { title: null, updatedAt: '{{time}}' }],
    ['metadata:usage_update', { used: 2, size: 9 }],
  ]);
});

test('a mode switch is the same state whether an update, the answer or both tell it', () => {
  const start = [ask(0, 'session/new', {}), answer(0, { sessionId: 's', modes: { currentModeId: 'a' } })];
  const request = ask(1, 'session/set_mode', { sessionId: 's', modeId: 'b' });
  const told = update('s', { sessionUpdate: 'current_mode_update', currentModeId: 'b' });
  const forms = [
    [request, answer(1)],
    [request, told, answer(1)],
    [request, answer(1), told],
  ].map((frames) => records([...start, ...frames], 'state'));
  expect(forms[1]).toEqual(forms[0]);
  expect(forms[2]).toEqual(forms[0]);
});

test('what the agent asked of the client stands once; other updates stand as they came', () => {
  const poll = (id: number, output: string) => [
    agent({ jsonrpc: '2.0', id, method: 'terminal/output', params: { sessionId: 's', terminalId: 't' } }),
    client({ jsonrpc: '2.0', id, result: { output } }),
  ];
  const frames = [
    ...opened,
    prompt(1),
    ...poll(1, 'a'),
    ...poll(2, 'ab'),
    agent({ jsonrpc: '2.0', id: 3, method: 'fs/read_text_file', params: { sessionId: 's', path: '/tmp/r1/cwd/a' } }),
    update('s', { sessionUpdate: 'notice', severity: 'info', title: 'n' }),
    agent({ jsonrpc: '2.0', method: '_x/y', params: { sessionId: 's' } }),
    agent({ jsonrpc: '2.0', id: 99, result: {} }),
    noise('oops in /tmp/r1/cwd'),
    done(1, 'refusal'),
  ];
  const found = records(frames, 'state');
  expect(found[0]).toEqual({ from: 'agent', noise: 'oops in {{cwd}}' });
  expect(found.map(({ strand }) => strand)).toEqual([
    undefined,
    'answer to nothing',
    'answer:session/new',
    'request:fs/read_text_file',
    'request:terminal/output',
    'notification:_x/y',
    'update:notice',
    'answer:session/prompt',
  ]);
  expect(found[3]!['state']).toEqual({ method: 'fs/read_text_file', params: { path: '{{cwd}}/a' } });
  expect(found[4]!['state']).toEqual({ method: 'terminal/output', params: { terminalId: '{{terminal#1}}' } });
  for (const record of found) expect(transcriptRecord.safeParse(record).success).toBe(true);
});

test('tool calls can be viewed in it as in any transcript', () => {
  const frames = [
    ...opened,
    prompt(1),
    update('s', { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Read', rawInput: { path: 'a' } }),
    update('s', { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', rawOutput: 'x' }),
    done(1),
  ];
  const views = (['strict', 'causal', 'state'] as const).map((mode) =>
    toolCallsOfTranscript(transcriptSurface(frames, { mode, scenario: 'case', bindings, counts: createCounts() }).text),
  );
  expect(new Set(views).size).toBe(1);
  expect(JSON.parse(views[0]!)).toEqual({
    call: '{{call#1}}',
    name: 'Read',
    arguments: { path: 'a' },
    result: { status: 'completed', content: null, output: 'x' },
  });
});
