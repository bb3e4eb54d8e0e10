import { expect, test } from '@playwright/test';
import type { CapturedFrame } from '../../../harness/surfaces/index.js';
import { agent, answer, ask, client, transcript, update } from './wire.js';

type Json = Record<string, unknown>;

const around = (...frames: CapturedFrame[]): CapturedFrame[] => [
  ask(0, 'session/new', {}),
  answer(0, { sessionId: 's' }),
  ask(1, 'session/prompt', { sessionId: 's' }),
  ...frames,
  answer(1, { stopReason: 'end_turn' }),
];
const request = (id: number, method: string, params: Json, result: Json = {}): CapturedFrame[] => [
  agent({ jsonrpc: '2.0', id, method, params: { sessionId: 's', ...params } }),
  client({ jsonrpc: '2.0', id, result }),
];
const read = (id: number, line: number) => request(id, 'fs/read_text_file', { path: '/a', line });
const write = (id: number, content: string) => request(id, 'fs/write_text_file', { path: '/a', content });
const create = (id: number, command: string, terminalId: string) => request(id, 'terminal/create', { command }, { terminalId });
const poll = (id: number, terminalId: string) => request(id, 'terminal/output', { terminalId }, { output: '', truncated: false });
const form = (...frames: CapturedFrame[]) => transcript(around(...frames), 'causal');

test('how often a terminal was polled is timing; a poll behind another request about it is one of its own', () => {
  const once = form(...create(1, 'ls', 't'), ...poll(2, 't'));
  expect(form(...create(1, 'ls', 't'), ...poll(2, 't'), ...poll(3, 't'))).toBe(once);
  const release = (id: number) => request(id, 'terminal/kill', { terminalId: 't' });
  expect(form(...create(1, 'ls', 't'), ...poll(2, 't'), ...release(3), ...poll(4, 't'))).not.toBe(
    form(...create(1, 'ls', 't'), ...poll(2, 't'), ...release(3)),
  );
});

test('reads of one file come in any order, but not across a write; writes keep theirs', () => {
  expect(form(...read(1, 1), ...read(2, 9))).toBe(form(...read(1, 9), ...read(2, 1)));
  expect(form(...read(1, 1), ...write(2, 'x'), ...read(3, 9))).not.toBe(form(...read(1, 9), ...write(2, 'x'), ...read(3, 1)));
  expect(form(...write(1, 'x'), ...write(2, 'y'))).not.toBe(form(...write(1, 'y'), ...write(2, 'x')));
});

const tool = (id: string, terminalId: string) => [
  update('s', { sessionUpdate: 'tool_call', toolCallId: id, title: 'run' }),
  update('s', { sessionUpdate: 'tool_call_update', toolCallId: id, content: [{ type: 'terminal', terminalId }] }),
];

test('of two equal tool calls each keeps the terminal that it shows', () => {
  const terminals = [...create(1, 'ls', 't'), ...create(2, 'pwd', 'u')];
  expect(form(...tool('a', 't'), ...tool('b', 'u'), ...terminals)).toBe(form(...tool('a', 'u'), ...tool('b', 't'), ...terminals));
  expect(form(...tool('a', 't'), ...tool('b', 'u'), ...terminals)).not.toBe(form(...tool('a', 't'), ...tool('b', 't'), ...terminals));
});

test('equal tool calls with equal terminals are interchangeable, as pairs', () => {
  const terminals = (first: string, second: string) => [...create(1, 'ls', first), ...poll(2, first), ...create(3, 'ls', second)];
  expect(form(...tool('a', 't'), ...tool('b', 'u'), ...terminals('t', 'u'))).toBe(
    form(...tool('a', 'u'), ...tool('b', 't'), ...terminals('t', 'u')),
  );
});
