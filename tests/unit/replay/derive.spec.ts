import { expect, test } from '@playwright/test';
import { deriveReplayScript, parseSessionLog } from '../../../harness/replay/index.js';
import { deriveEntries } from '../../../harness/replay/derive.js';
import type { SessionLog } from '../../../harness/schema/index.js';
import { chunkEvent, delta, event, finish, logHeader, logText, reply } from './build.js';

const derive = (events: readonly object[], header: object = {}) =>
  deriveReplayScript(parseSessionLog(logText(events, header), 'session.jsonl'));
const end = (kind: string): object => event('turn/end', { turn: 1, reason: { kind } });

test('ends an entry at its finish, so that a retry in the same step is another entry', () => {
  const failed = { type: 'finish', reason: { kind: 'error', failure: { message: 'empty', code: 'EMPTY_RESPONSE' } } };
  const script = derive([
    event('step/start'),
    chunkEvent(failed),
    event('llm/retry'),
    event('llm/retry-started'),
    ...reply('ok').map(chunkEvent),
    end('completed'),
  ]);
  expect(script).toEqual([
    { kind: 'chunks', chunks: [failed] },
    { kind: 'chunks', chunks: reply('ok') },
  ]);
});

test('hangs where chunks of an aborted turn have no finish', () => {
  expect(derive([event('step/start'), chunkEvent(delta('par')), event('step/end'), end('aborted')])).toEqual([
    { kind: 'hang', chunks: [delta('par')] },
  ]);
});

test('hangs where a call of an aborted turn got no chunk at all', () => {
  expect(derive([event('step/start'), event('step/end'), end('aborted')])).toEqual([{ kind: 'hang', chunks: [] }]);
  expect(
    derive([event('step/start'), chunkEvent(finish('error')), event('llm/retry'), event('llm/retry-started'), end('aborted')]),
  ).toHaveLength(2);
});

test('adds nothing where an aborted turn had no call open', () => {
  const done = [event('step/start'), ...reply('x').map(chunkEvent)];
  expect(derive([...done, event('tool/call'), end('aborted')])).toHaveLength(1);
  expect(derive([...done.slice(0, 1), chunkEvent(finish('error')), event('llm/retry'), end('aborted')])).toHaveLength(1);
  expect(derive([event('step/start'), end('error'), event('turn/start'), end('aborted')])).toEqual([]);
});

for (const { name, events, by } of [
  { name: 'at the end of a turn', events: [chunkEvent(delta('a')), end('error')], by: 'turn/end error' },
  { name: 'at a turn end without reason', events: [chunkEvent(delta('a')), event('turn/end')], by: 'turn/end undefined' },
  { name: 'at a retry', events: [chunkEvent(delta('a')), event('llm/retry'), ...reply('b').map(chunkEvent)], by: 'llm/retry' },
  { name: 'at the next step', events: [chunkEvent(delta('a')), event('step/start')], by: 'step/start' },
  { name: 'at the end of the log', events: [chunkEvent(delta('a'))], by: 'the end of the log' },
  { name: 'where its first block starts again', events: [...reply('a').slice(0, 1), ...reply('b')].map(chunkEvent), by: 'a new call' },
]) {
  test(`asks for an override where chunks have no finish ${name}`, () => {
    expect(() => derive(events)).toThrow(/^\[playwright-acp\] session\.jsonl:2: a model call has no finish/);
    expect(() => derive(events)).toThrow(`ended by   ${by}\n`);
    expect(() => derive(events)).toThrow('replay.override.json');
  });
}

test('keeps an unterminated call as an entry for an override to replace', () => {
  const log = parseSessionLog(logText([chunkEvent(delta('a')), event('llm/retry'), ...reply('b').map(chunkEvent)]), 'f');
  const entries = deriveEntries(log, 'f');
  expect(entries.map(({ unterminated }) => unterminated !== undefined)).toEqual([true, false]);
  expect(entries[1]!.line).toBe(7);
});

test('skips what a child inherited, counted in unpacked events', () => {
  const inherited = [{ type: 'text-chunks', data: { index: 0, texts: ['a', 'b', 'c'] } }, chunkEvent(finish())];
  const own = [event('session/end-seed'), ...reply('mine').map(chunkEvent)];
  expect(derive([...inherited, ...own], { seedLength: 4 })).toEqual([{ kind: 'chunks', chunks: reply('mine') }]);
});

test('refuses a seed longer than the log', () => {
  expect(() => derive([event('a')], { seedLength: 2 })).toThrow('session.jsonl:1: seedLength is 2, the log holds 1 events');
});

test('refuses a chunk that is none, with file and line', () => {
  expect(() => derive([event('a'), chunkEvent({ type: 'text-delta', index: 0 })])).toThrow('session.jsonl:3: not a chunk: text');
  expect(() => derive([event('assistant/chunk')])).toThrow('ACP_REPLAY_LOG');
});

test('counts lines from the events where a log was not read from a file', () => {
  const log: SessionLog = { header: { ...logHeader, type: 'session', version: 0 }, events: [chunkEvent(delta('a'))] };
  expect(() => deriveReplayScript(log)).toThrow('session.jsonl:2: ');
});
