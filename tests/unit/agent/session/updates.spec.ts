import { expect, test } from '@playwright/test';
import { createUpdates, discarded } from '../../../../harness/agent/session/updates.js';
import { log, text } from '../log/events.js';

const view = (live: boolean) =>
  createUpdates({ session: 's', live, cwd: () => '/w', contextWindow: 100, configOptions: () => [], waits: (tool) => tool === 'write' });
const at = { turn: 1, step: 2 };
const kinds = (live: boolean, ...events: Parameters<typeof log>) =>
  log(...events)
    .flatMap(view(live))
    .map(({ sessionUpdate }) => sessionUpdate);

const TURN: Parameters<typeof log> = [
  ['user/message', { content: [text('go')] }, 'append'],
  ['step/start', at],
  ['assistant/chunk', { ...at, chunk: { type: 'reasoning-delta', index: 0, text: 'Hm' } }],
  ['assistant/chunk', { ...at, chunk: { type: 'text-delta', index: 1, text: 'Hi' } }],
  ['assistant/chunk', { ...at, chunk: { type: 'finish', reason: { kind: 'stop' } } }],
  [
    'assistant/message',
    { ...at, content: [{ type: 'reasoning', text: 'Hm' }, text('Hi')], usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 4 } },
    'append',
  ],
  ['session/mode', { mode: 'auto' }],
  ['session/config', { option: 'steps', value: '5' }],
  ['step/end', at],
];

test('a live turn streams, a loaded one shows what came of it', () => {
  expect(kinds(true, ...TURN)).toEqual([
    'agent_thought_chunk',
    'agent_message_chunk',
    'current_mode_update',
    'config_option_update',
    'config_option_update',
    'usage_update',
  ]);
  expect(kinds(false, ...TURN)).toEqual(['user_message_chunk', 'agent_thought_chunk', 'agent_message_chunk', 'usage_update']);
});

test('live and loaded, a message has the same id', () => {
  const ids = [true, false].map((live) =>
    log(...TURN)
      .flatMap(view(live))
      .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
      .map((update) => ('messageId' in update ? update.messageId : undefined)),
  );
  expect(ids[0]).toEqual(ids[1]);
});

test('counts every kind of token, and nothing for a step without a reply', () => {
  expect(
    log(...TURN)
      .flatMap(view(true))
      .at(-1),
  ).toEqual({ sessionUpdate: 'usage_update', used: 7, size: 100 });
  expect(kinds(true, ['step/start', at], ['step/end', at])).toEqual([]);
});

test('a retry begins a new message, and says so where something was shown', () => {
  const events = (discards: boolean): Parameters<typeof log> => [
    ['assistant/chunk', { ...at, chunk: { type: 'text-delta', index: 0, text: 'a' } }],
    ['llm/retry', { ...at, failure: { message: 'why' }, ...(discards ? { discards } : {}) }],
    ['llm/retry-started', { ...at, retry: 1 }],
    ['assistant/chunk', { ...at, chunk: { type: 'text-delta', index: 0, text: 'b' } }],
  ];
  const updates = log(...events(true)).flatMap(view(true)) as { content: { text: string }; messageId: string }[];
  expect(updates.map(({ content }) => content.text)).toEqual(['a', discarded('why'), 'b']);
  expect(new Set(updates.map(({ messageId }) => messageId)).size).toBe(3);
  expect(log(...events(false)).flatMap(view(true))).toHaveLength(2);
});

test('a call waits where the user is asked, runs once it is allowed, and is never pending in a history', () => {
  const events: Parameters<typeof log> = [
    ['tool/call', { ...at, callId: 'c', name: 'write', arguments: '{"file_path":"a","content":"x"}' }],
    ['permission/answer', { callId: 'c', decision: 'allow' }],
    ['permission/answer', { callId: 'c', decision: 'reject' }],
  ];
  const status = (live: boolean) =>
    log(...events)
      .flatMap(view(live))
      .map((update) => ('status' in update ? update.status : undefined));
  expect(status(true)).toEqual(['pending', 'in_progress']);
  expect(status(false)).toEqual(['in_progress']);
});

test('shows the arguments of a call it does not know, JSON or not', () => {
  const shown = (text: string) =>
    (log(['tool/call', { callId: 'c', name: 'x', arguments: text }]).flatMap(view(true))[0] as { rawInput: unknown }).rawInput;
  expect([shown('{"a":1}'), shown('{a')]).toEqual([{ a: 1 }, { arguments: '{a' }]);
});

test("tells nothing of events that are the log's own", () => {
  expect(kinds(true, ['turn/start', { turn: 1 }], ['request/header', {}], ['session/repaired', {}], ['turn/end', {}])).toEqual([]);
});
