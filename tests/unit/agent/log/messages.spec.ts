import { expect, test } from '@playwright/test';
import { headerFromLog, messagesFromLog, requestFromLog } from '../../../../harness/agent/log/messages.js';
import { log, text, toolCall } from './events.js';

const result = (callId: string, said: string, isError = false) =>
  ['tool/result', { callId, content: [text(said)], isError }, 'append'] as const;

test('puts prompts, replies and results in order, one message for the results of a reply', () => {
  const events = log(
    ['turn/start', { turn: 1 }],
    ['user/message', { content: [text('go')] }, 'append'],
    ['assistant/chunk', {}],
    ['assistant/message', { content: [toolCall('a'), toolCall('b')] }, 'append'],
    [...result('a', 'A')],
    [...result('b', 'no', true)],
    ['assistant/message', { content: [text('done')] }, 'append'],
    ['turn/end', { turn: 1, reason: { kind: 'completed' } }],
  );
  expect(messagesFromLog(events)).toEqual([
    { role: 'user', content: [text('go')] },
    { role: 'assistant', content: [toolCall('a'), toolCall('b')] },
    {
      role: 'user',
      content: [
        { type: 'tool-result', toolCallId: 'a', content: [text('A')], isError: false },
        { type: 'tool-result', toolCallId: 'b', content: [text('no')], isError: true },
      ],
    },
    { role: 'assistant', content: [text('done')] },
  ]);
});

test('leaves a refused turn out, and what has no content', () => {
  const turn = (number: number, said: string, kind: string) =>
    [
      ['turn/start', { turn: number }],
      ['user/message', { content: [text(said)] }, 'append'],
      ['assistant/message', { content: kind === 'max-tokens' ? [] : [text(`re ${said}`)] }, 'append'],
      ['turn/end', { turn: number, reason: { kind } }],
    ] as Parameters<typeof log>;
  const events = log(...turn(1, 'one', 'completed'), ...turn(2, 'two', 'refusal'), ...turn(3, 'three', 'max-tokens'));
  expect(messagesFromLog(events).map(({ content }) => (content[0] as { text: string }).text)).toEqual(['one', 're one', 'three']);
});

test('begins a new message for results of another reply, though no text stands between', () => {
  const events = log(
    ['assistant/message', { content: [toolCall('a')] }, 'append'],
    [...result('a', 'A')],
    ['assistant/message', { content: [toolCall('b')] }, 'append'],
    [...result('b', 'B')],
  );
  expect(messagesFromLog(events).map(({ role, content }) => [role, content.length])).toEqual([
    ['assistant', 1],
    ['user', 1],
    ['assistant', 1],
    ['user', 1],
  ]);
});

test('takes the last header and refuses to guess one', () => {
  const header = (system: string) => ({ config: { provider: 'p', model: 'm' }, system, tools: [] });
  const events = log(
    ['request/header', { header: header('one') }],
    ['request/header', { header: header('two') }],
    ['user/message', { content: [text('go')] }, 'append'],
  );
  expect(headerFromLog([])).toBeUndefined();
  expect(requestFromLog(events)).toEqual({ ...header('two'), messages: [{ role: 'user', content: [text('go')] }] });
  expect(Object.keys(requestFromLog(events))).toEqual(['config', 'system', 'tools', 'messages']);
  expect(() => requestFromLog([])).toThrow('request/header');
});
