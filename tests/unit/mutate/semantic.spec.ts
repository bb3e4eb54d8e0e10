import { expect, test } from '@playwright/test';
import { classify, semanticMutations, type Capture, type CaptureContext, type Mutation } from '../../../harness/mutate/index.js';
import { leafKind } from '../../../harness/mutate/mutation.js';
import { otherValue } from '../../../harness/mutate/semantic.js';
import { createCounts } from '../../../harness/normalize/index.js';
import { sessionLogSurface } from '../../../harness/surfaces/index.js';
import { call, captureOf, chunk, contextOf, CWD, EVENTS, frame, update } from './capture-of.js';

const mutationsOf = (capture: Capture, context: CaptureContext = contextOf()): Mutation[] =>
  semanticMutations(capture, classify(capture, context), context);

const ofKind = (kind: string, capture: Capture, context?: CaptureContext): Mutation[] =>
  mutationsOf(capture, context).filter((mutation) => mutation.kind === kind);

test('another value is of the same type where it can be', () => {
  expect(['a', '', 1, true, null, {}, []].map(otherValue)).toEqual(['a~', '~', 2, false, 'not null', { added: true }, ['added']]);
});

test('every semantic leaf is changed alone, and nothing else with it', () => {
  const capture = captureOf();
  const context = contextOf();
  const leaves = classify(capture, context).filter((leaf) => leaf.class === 'semantic');
  const mutations = semanticMutations(capture, leaves, context).slice(0, leaves.length);
  const before = JSON.stringify(capture);
  for (const { apply, where } of mutations) {
    const changed = apply(capture);
    expect(JSON.stringify(changed), where).not.toBe(before);
    expect(JSON.stringify(capture)).toBe(before);
  }
  expect(new Set(mutations.map(({ where }) => where)).size).toBe(leaves.length);
});

test('a changed frame has the raw line that it would have had', () => {
  const [mutation] = ofKind('stop reason', captureOf()).filter(({ part }) => part === 'frames');
  const changed = mutation!.apply(captureOf()).frames[7]!;
  expect(changed.value).toEqual({ id: 1, result: { stopReason: 'end_turn~' } });
  expect(changed.raw).toBe(JSON.stringify(changed.value));
});

test('noise and binary files are changed as what they are', () => {
  const noise = { from: 'agent' as const, at: 1, line: 1, raw: 'hello', noise: 'not JSON' };
  const workspace = [{ root: 'cwd' as const, path: 'b.bin', content: new Uint8Array([0xff, 0xfe]) }];
  const capture = captureOf({ frames: [noise], workspace });
  const changed = mutationsOf(capture).map(({ apply }) => apply(capture));
  expect(changed.some(({ frames }) => frames[0]?.raw === 'hello~' && frames[0].value === undefined)).toBe(true);
  expect(changed.some(({ workspace: files }) => files[0]?.path === 'b.bin~')).toBe(true);
});

test('an id is replaced by another of its kind, where the run holds one', () => {
  const capture = captureOf();
  expect(ofKind('id', capture).map(({ where }) => where)).toEqual([
    'frame 2 value.id',
    'frame 4 value.params.update.messageId',
    'frame 5 value.params.update.messageId',
    'frame 6 value.params.update.messageId',
    'frame 8 value.id',
  ]);
  const swapped = ofKind('id', capture)[3]!.apply(capture).frames[5]!.value;
  expect(swapped).toMatchObject({ params: { update: { messageId: 'm1' } } });
});

test('ids of requests are numbered already, and replaced all the same', () => {
  const two = call(1, '{{call#1}}');
  const capture = captureOf({ decisions: [two, call(2, '{{call#2}}')] });
  expect(ofKind('id', capture).filter(({ part }) => part === 'requests')).toHaveLength(2);
});

test('records are swapped, lost and doubled; the client rows are none of them', () => {
  const capture = captureOf();
  const frames = (kind: string) => ofKind(kind, capture).filter(({ part }) => part === 'frames');
  expect(frames('dropped').map(({ where }) => where)).toEqual(['frame 2', 'frame 4', 'frame 5', 'frame 6', 'frame 7', 'frame 8']);
  expect(frames('doubled')).toHaveLength(6);
  expect(frames('order')).toHaveLength(5);
  expect(frames('order')[1]!.apply(capture).frames.slice(3, 5)).toEqual([capture.frames[4], capture.frames[3]]);
});

test('frames that differ in their ids alone are not swapped', () => {
  expect(
    ofKind('order', captureOf({ frames: [chunk('a', 'm1'), chunk('a', 'm2')], decisions: [], workspace: [] })).filter(
      ({ part }) => part === 'frames',
    ),
  ).toEqual([]);
});

test('events keep places and times of the rows they take', () => {
  const capture = captureOf();
  const events = (kind: string) =>
    ofKind(kind, capture)
      .find(({ part }) => part === 'log')!
      .apply(capture).logs[0]!.log.events;
  expect(
    events('order')
      .map(({ type, seq, time }) => [type, seq, time])
      .slice(0, 2),
  ).toEqual([
    ['request/header', 0, 100],
    ['turn/start', 1, 100],
  ]);
  expect(events('dropped').map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  expect(events('doubled').map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('logs without places and times stay without', () => {
  const events = EVENTS.map(({ seq: _seq, time: _time, ...event }) => event);
  const capture = captureOf();
  const bare = { ...capture, logs: [{ ...capture.logs[0]!, log: { ...capture.logs[0]!.log, events } }] };
  const doubled = ofKind('doubled', bare)
    .find(({ part }) => part === 'log')!
    .apply(bare).logs[0]!.log.events;
  expect(doubled).toHaveLength(6);
  expect(doubled.every((event) => !('seq' in event) && !('time' in event))).toBe(true);
});

test('model calls are swapped by what they say, lost and doubled', () => {
  const capture = captureOf();
  const requests = (kind: string) => ofKind(kind, capture).filter(({ part }) => part === 'requests');
  expect([requests('order').length, requests('dropped').length, requests('doubled').length]).toEqual([1, 2, 2]);
  expect(requests('order')[0]!.apply(capture).decisions[1]).toMatchObject({
    place: 1,
    request: { messages: [{ content: [{ text: 'ho' }] }] },
  });
});

test('files and prompts are lost and doubled', () => {
  const capture = captureOf();
  const files = ofKind('doubled', capture).filter(({ part }) => part === 'files');
  expect(files[0]!.apply(capture).workspace.at(-1)?.path).toBe('a.txt.copy');
  const lost = ofKind('dropped', capture).filter(({ part }) => part === 'files');
  expect(lost.map(({ where }) => where)).toEqual(['file 1', 'file 3']);
  expect(lost[0]!.apply(capture).workspace).toHaveLength(2);
  const prompts = mutationsOf(capture).filter(({ where }) => where.startsWith('outcome prompts[0]') && !where.includes('.'));
  expect(prompts.map(({ kind }) => kind)).toEqual(['order', 'dropped', 'doubled']);
  expect(prompts[0]!.apply(capture).outcome.prompts[0]).toMatchObject({ error: { code: -1 } });
});

test('the canonical form is asked only for the order it keeps', () => {
  const frames = [
    update('tool_call', { toolCallId: 'a' }),
    update('tool_call_update', { toolCallId: 'a', status: 'completed' }),
    update('tool_call', { toolCallId: 'b' }),
    chunk('x'),
    chunk('y'),
    update('current_mode_update', { currentModeId: 'ask' }),
    frame('agent', { id: 1, result: {} }),
  ];
  const capture = captureOf({ frames });
  const causal = contextOf({ mode: 'causal' });
  const of = (kind: string, isLost = false) =>
    ofKind(kind, capture, causal).flatMap(({ part, where, loss }) => (part === 'frames' && (loss !== undefined) === isLost ? [where] : []));
  expect(of('order')).toEqual(['frame 1', 'frame 4']);
  expect(of('order', true)).toEqual(['frame 2', 'frame 3', 'frame 5', 'frame 6']);
  expect(of('doubled')).toEqual(['frame 1', 'frame 2', 'frame 3', 'frame 4', 'frame 5', 'frame 7']);
});

test('a chunk that says nothing, and an update that repeats the one before it, may go without a trace in the canonical form', () => {
  const mode = update('current_mode_update', { currentModeId: 'a' });
  const capture = captureOf({ frames: [chunk('a'), chunk(''), mode, mode], logs: [], decisions: [], workspace: [] });
  const lost = mutationsOf(capture, contextOf({ mode: 'causal' })).filter(({ kind, loss }) => kind === 'dropped' && loss !== undefined);
  expect(lost.map(({ where }) => where)).toEqual(['frame 2', 'frame 4']);
  expect(mutationsOf(capture).filter(({ loss }) => loss !== undefined)).toEqual([]);
});

test('what a scenario does not declare is not mutated', () => {
  expect(mutationsOf(captureOf(), contextOf({ surfaces: new Set(['outcome']) })).every(({ part }) => part === 'outcome')).toBe(true);
});

test('leaves are counted by what they are', () => {
  const log = (type: string) => ({ part: 'log' as const, file: 0, index: 0, value: { type } });
  const of = { part: 'frames' as const, file: 0, index: 0, value: {} };
  expect(leafKind(log('tool/result'), ['data', 'content', 0, 'text'])).toBe('result');
  expect(leafKind(log('tool/call'), ['data', 'name'])).toBe('tool name');
  expect(leafKind(log('assistant/chunk'), ['data', 'chunk', 'name'])).toBe('tool name');
  expect(leafKind(of, ['result', 'stopReason'])).toBe('stop reason');
  expect(leafKind(of, ['error', 'code'])).toBe('error code');
  expect(leafKind(of, ['params', 'modeId'])).toBe('session mode');
  expect(leafKind(of, ['whatever'])).toBe('other field');
});

test('a wrong parent and swapped sub-agents change the expected logs', () => {
  const child = (id: string, text: string) => ({
    session: id,
    log: {
      header: { type: 'session' as const, version: 0 as const, id, createdAt: 99, cwd: CWD, delegationDepth: 1, parentSession: 'one' },
      events: [{ type: 'user/message', seq: 0, time: 100, data: { content: [{ type: 'text', text }] } }],
    },
  });
  const started = (childSession: string, seq: number) => ({ type: 'subagent/started', seq, time: 104, data: { childSession } });
  const [parent] = captureOf().logs;
  const named = { ...parent!, log: { ...parent!.log, events: [...EVENTS, started('two', 5), started('three', 6)] } };
  const capture = captureOf({ logs: [named, child('two', 'sea'), child('three', 'wind')] });
  const expected = ({ logs }: Capture) =>
    sessionLogSurface(
      logs.map(({ log }, at) => ({ name: `session.${at}.jsonl`, log })),
      { scenario: 's', bindings: capture.bindings, counts: createCounts() },
    );
  const caught = mutationsOf(capture).filter(
    ({ kind, where }) => kind === 'swapped sessions' || (kind === 'id' && where.endsWith('header parentSession')),
  );
  expect(caught.map(({ where }) => where)).toEqual(['log 2 header parentSession', 'log 3 header parentSession', 'log 2 and log 3']);
  for (const { apply, where } of caught) expect(expected(apply(capture)), where).not.toEqual(expected(capture));
  // Where no parent names them, nobody can say which is which.
  expect(ofKind('swapped sessions', captureOf({ logs: [parent!, child('two', 'sea'), child('three', 'wind')] }))).toEqual([]);
});
