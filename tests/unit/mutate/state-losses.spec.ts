import { expect, test } from '@playwright/test';
import { classify, fieldText, semanticMutations, type Capture } from '../../../harness/mutate/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import { transcriptSurface } from '../../../harness/surfaces/index.js';
import { captureOf, chunk, contextOf, CWD, frame, update } from './capture-of.js';

const context = contextOf({ mode: 'state' });

const ask = (id: number, method: string, params: Record<string, unknown>) =>
  frame('agent', { id, method, params: { sessionId: 'one', ...params } });
const answer = (id: number) => frame('client', { id, result: { content: 'x' } });

const capture = captureOf({
  logs: [],
  decisions: [],
  workspace: [],
  frames: [
    frame('client', { id: 0, method: 'session/new', params: { cwd: CWD } }),
    frame('agent', { id: 0, result: { sessionId: 'one', modes: { currentModeId: 'ask' } } }),
    frame('client', { id: 1, method: 'session/prompt', params: { sessionId: 'one' } }, 2),
    update('agent_thought_chunk', { content: { type: 'text', text: 'hm' } }),
    chunk('Hel'),
    chunk('lo'),
    chunk('Bye', 'm2'),
    update('tool_call', { toolCallId: 'c1', title: 'read', status: 'pending' }),
    update('tool_call_update', { toolCallId: 'c1', status: 'in_progress' }),
    ask(7, 'session/request_permission', { toolCall: { toolCallId: 'c1' }, options: [] }),
    answer(7),
    update('tool_call_update', { toolCallId: 'c1', status: 'completed', rawOutput: { lines: 3 } }),
    ask(8, 'fs/read_text_file', { path: '/a' }),
    answer(8),
    ask(9, 'fs/read_text_file', { path: '/a' }),
    answer(9),
    ask(10, 'fs/read_text_file', { path: '/b' }),
    answer(10),
    update('plan', { entries: [{ content: 'one' }] }),
    update('plan', { entries: [{ content: 'two' }] }),
    update('current_mode_update', { currentModeId: 'code' }),
    update('session_info_update', { title: 'old' }),
    update('session_info_update', { title: 'new' }),
    update('unknown_update', { a: 1 }),
    frame('agent', { id: 1, result: { stopReason: 'end_turn' } }),
    frame('client', { id: 2, method: 'session/set_mode', params: { sessionId: 'one', modeId: 'ask' } }, 3),
    frame('agent', { id: 2, result: {} }),
    frame('client', { id: 3, method: 'session/prompt', params: { sessionId: 'one' } }, 4),
    chunk('Again', 'm3'),
    frame('agent', { id: 3, result: { stopReason: 'end_turn' } }),
  ],
});

const textOf = ({ frames, bindings }: Capture): string =>
  transcriptSurface(frames, { mode: 'state', scenario: 's', bindings, counts: createCounts() }).text;

test('an update that comes when it may is read as the last of its tool call', () => {
  const updates = [{ path: 'params.update._meta.hook', reason: 'a hook' }];
  const frames = [
    ...capture.frames.slice(0, 3),
    update('tool_call', { toolCallId: 'c1', title: 'read' }),
    update('tool_call_update', { toolCallId: 'c1', _meta: { hook: 1 } }),
    update('tool_call_update', { toolCallId: 'c1', _meta: { other: 2 }, status: 'completed' }),
  ];
  const show = (mode: 'causal' | 'state', list: Capture['frames']) =>
    transcriptSurface(list, { mode, scenario: 's', bindings: capture.bindings, counts: createCounts(), besideOthers: updates }).text;
  for (const mode of ['causal', 'state'] as const) {
    expect(show(mode, frames)).toBe(show(mode, frames.with(4, frames[5]!).with(5, frames[4]!)));
    const racing = captureOf({ logs: [], decisions: [], workspace: [], frames });
    const aside = { ...contextOf({ mode }), aside: { updates } };
    const lost = semanticMutations(racing, classify(racing, aside), aside).filter(({ loss }) => loss === 'when what stands beside comes');
    expect(lost.map(({ where }) => where)).toEqual(['frame 4', 'frame 5']);
  }
});

test('values that a later frame replaces are counted by the rule that gives them up', () => {
  const lost = classify(capture, context).filter(({ why }) => why?.startsWith('state: '));
  expect(lost.map(({ record, path, why }) => `${record.index + 1} ${fieldText(path)}: ${why}`)).toEqual([
    '8 value.params.update.status: state: values before the last',
    '9 value.params.update.status: state: values before the last',
    '19 value.params.update.entries[*].content: state: values before the last',
    '21 value.params.update.currentModeId: state: whether a mode or config change was told by an update or by an answer',
    '22 value.params.update.title: state: values before the last',
  ]);
});

test('what is not given up shows in the state, and what is does not', () => {
  const leaves = classify(capture, context);
  const mutations = semanticMutations(capture, leaves, context).filter(({ part }) => part === 'frames');
  // Which kind of update told a tool call, and which answer is to which request, is checked by conformance, not by the fold.
  const told = mutations.filter(({ where }) => !/frame (?:8|9|12) .*sessionUpdate$|frame 1\d value\.id$/.test(where));
  const silent = told.filter(({ apply, loss }) => loss === undefined && textOf(apply(capture)) === textOf(capture));
  expect(silent.map(({ kind, where }) => `${kind} ${where}`)).toEqual([]);
  const loud = told.filter(({ apply, loss }) => loss !== undefined && textOf(apply(capture)) !== textOf(capture));
  expect(loud.map(({ kind, where, loss }) => `${kind} ${where}: ${loss}`)).toEqual([]);
  const lost = told.flatMap(({ kind, where, loss }) => (loss === undefined || kind === 'order' ? [] : [`${kind} ${where}: ${loss}`]));
  expect(lost).toEqual([
    'doubled frame 8: state: values before the last',
    'dropped frame 9: state: values before the last',
    'doubled frame 9: state: values before the last',
    'doubled frame 12: state: values before the last',
    'dropped frame 13: state: how often the client was asked for the same thing',
    'doubled frame 13: state: how often the client was asked for the same thing',
    'dropped frame 15: state: how often the client was asked for the same thing',
    'doubled frame 15: state: how often the client was asked for the same thing',
    'doubled frame 17: state: how often the client was asked for the same thing',
    'dropped frame 19: state: values before the last',
    'doubled frame 19: state: values before the last',
    'doubled frame 20: state: values before the last',
    'dropped frame 21: state: whether a mode or config change was told by an update or by an answer',
    'doubled frame 21: state: whether a mode or config change was told by an update or by an answer',
    'dropped frame 22: state: values before the last',
    'doubled frame 22: state: values before the last',
    'doubled frame 23: state: values before the last',
  ]);
});
