import { expect, test } from '@playwright/test';
import { compareText, firstDivergence } from '../../../harness/surfaces/index.js';
import type { CompareMode } from '../../../harness/schema/index.js';
import { answer, ask, say, transcript, update } from './wire.js';
import type { CapturedFrame } from '../../../harness/surfaces/index.js';

interface Changed {
  say?: string;
  think?: string;
  title?: string;
  stopReason?: string;
  usage?: number;
  plan?: string;
  version?: string;
}

const run = ({
  say: said = 'hi',
  think = 'hm',
  title = 'Read',
  stopReason = 'end_turn',
  usage = 1,
  plan = 'p',
  version = '1',
}: Changed = {}): CapturedFrame[] => [
  ask(0, 'initialize'),
  answer(0, { protocolVersion: version }),
  ask(1, 'session/new'),
  answer(1, { sessionId: 's' }),
  ask(2, 'session/prompt', { sessionId: 's' }),
  answer(2, { stopReason: 'end_turn' }),
  ask(3, 'session/prompt', { sessionId: 's' }),
  update('s', { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: think } }),
  update('s', { sessionUpdate: 'plan', entries: [plan] }),
  update('s', { sessionUpdate: 'tool_call', toolCallId: 'c', title }),
  say('s', said),
  update('s', { sessionUpdate: 'usage_update', used: usage, size: 9 }),
  answer(3, { stopReason }),
];

const divergence = (changed: Changed, mode: CompareMode) =>
  firstDivergence(compareText('transcript', 'transcript.expected.jsonl', transcript(run(), mode), transcript(run(changed), mode)));

for (const [mode, changed, says] of [
  ['causal', { title: 'Write' }, 'turn 2, strand tool:{{call#1}}, field $.frame.params.update.title: "Read" → "Write"'],
  ['causal', { say: 'ho' }, 'turn 2, strand message, field $.pieces[0]: "hi" → "ho"'],
  ['causal', { think: 'ah' }, 'turn 2, strand thought, field $.pieces[0]: "hm" → "ah"'],
  ['causal', { plan: 'q' }, 'turn 2, strand plan, field $.frame.params.update.entries[0]: "p" → "q"'],
  ['causal', { usage: 2 }, 'strand metadata:usage_update, field $.frame.params.update.used: 1 → 2'],
  ['causal', { stopReason: 'refusal' }, 'turn 2, edge session/prompt → response, field $.frame.result.stopReason: "end_turn" → "refusal"'],
  ['causal', { version: '2' }, 'connection, edge initialize → response, field $.frame.result.protocolVersion: "1" → "2"'],
  ['state', { title: 'Write' }, 'turn 2, strand tool:{{call#1}}, field $.state.title: "Read" → "Write"'],
  ['state', { say: 'ho' }, 'turn 2, strand message, field $.state.content[0].text: "hi" → "ho"'],
  ['state', { stopReason: 'refusal' }, 'turn 2, edge session/prompt → response, field $.state.result.stopReason: "end_turn" → "refusal"'],
] as const)
  test(`${mode}: the first divergence names ${says.split(', field')[0]}`, () => {
    expect(divergence(changed, mode)).toContain(`), ${says}`);
  });

test('strict has neither segments nor strands, and names none', () => {
  expect(divergence({ say: 'ho' }, 'strict')).toBe('transcript.expected.jsonl record 12 (agent_message_chunk) $.pieces[0]: "hi" → "ho"');
});

test('a record that is gone, and an answer to nothing, are placed too', () => {
  const more = (...frames: CapturedFrame[]) =>
    firstDivergence(compareText('transcript', 't.jsonl', transcript(run(), 'causal'), transcript([...run(), ...frames], 'causal')));
  expect(more(answer(9, {}))).toMatch(/, connection, edge no request → response: added /);
  expect(more(ask(4, 'session/prompt', { sessionId: 's' }), answer(4, {}))).toMatch(/, turn 3, edge session\/prompt → response: added /);
});
