import { expect, test } from '@playwright/test';
import { checkLogAgainst } from '../../../harness/replay/index.js';
import type { ModelRequest, SessionLogEvent } from '../../../harness/schema/index.js';

const bindings = { cwd: ['/tmp/one/cwd'], home: [], tmp: [] };
const request = {
  config: { provider: 'p', model: 'm' },
  system: 'work in {{cwd}}',
  tools: [{ name: 't', description: '', parameters: { a: 1, b: 2 } }],
  messages: [],
} as unknown as ModelRequest;
const header = (value: Record<string, unknown>): SessionLogEvent => ({ type: 'request/header', data: { header: value } });
const rules = (events: SessionLogEvent[], requests: ModelRequest[] = [request]) =>
  checkLogAgainst({ events }, requests, bindings).map(({ rule, event }) => `${rule} ${event}`);

test('the bulk of a header is what a model call received, folders and the order of keys aside', () => {
  expect(rules([header({ system: 'work in /tmp/one/cwd', tools: [{ description: '', name: 't', parameters: { b: 2, a: 1 } }] })])).toEqual(
    [],
  );
  expect(rules([header({ system: '{{system}}', tools: '{{tools}}' }), header({})])).toEqual([]);
});

test('a header that no call received is told, both parts of it', () => {
  expect(rules([header({ system: 'work in /tmp/two' }), header({ tools: [] })])).toEqual(['log-header 1', 'log-header 2']);
});

test('nothing is held against a lane that was never called, or an event without a header', () => {
  expect(rules([header({ system: 'other' })], [])).toEqual([]);
  expect(rules([{ type: 'request/header', data: {} }])).toEqual([]);
});

const chunk = (value: Record<string, unknown>): SessionLogEvent => ({ type: 'assistant/chunk', data: { chunk: value } });
const start = chunk({ type: 'block-start', index: 0 });
const end = (block: Record<string, unknown>) => chunk({ type: 'block-end', index: 0, block });

test('the deltas of a block say what its end says', () => {
  const text = (...parts: string[]) => parts.map((part) => chunk({ type: 'text-delta', index: 0, text: part }));
  expect(rules([start, ...text('a', 'b'), end({ text: 'ab' })])).toEqual([]);
  expect(rules([start, ...text('a', 'c'), end({ text: 'ab' })])).toEqual(['log-block 4']);
});

test('arguments may be written anew from what they mean', () => {
  const call = (part: string) => chunk({ type: 'tool-call-delta', index: 0, argumentsDelta: part });
  expect(rules([start, call('{"a": '), call('1}'), end({ arguments: '{"a":1}' })])).toEqual([]);
  expect(rules([start, call('{"a":2}'), end({ arguments: '{"a":1}' })])).toEqual(['log-block 3']);
  expect(rules([start, chunk({ type: 'tool-call-delta', index: 0 }), end({ arguments: '{}' })])).toEqual([]);
});

test('a block without deltas, or one that began out of sight, is no contradiction', () => {
  expect(rules([start, end({ text: 'whole' })])).toEqual([]);
  expect(rules([chunk({ type: 'reasoning-delta', index: 0, text: 'x' }), end({ text: 'whole' }), chunk({ type: 'usage' })])).toEqual([]);
  expect(rules([start, chunk({ type: 'reasoning-delta', index: 0, text: 'x' }), end({}), { type: 'turn/end', data: {} }])).toEqual([]);
});
