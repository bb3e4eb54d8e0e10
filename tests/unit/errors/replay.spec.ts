import { expect, test } from '@playwright/test';
import { formatProblem, refusalProblem } from '../../../harness/errors/index.js';
import type { Decision, MessageBlock } from '../../../harness/schema/index.js';

type Call = Extract<Decision, { type: 'decision' }>;

const decision = (fields: Partial<Call> = {}): Call => ({
  type: 'decision',
  call: 2,
  lane: 1,
  place: 2,
  outcome: 'drift',
  code: 'ACP_REPLAY_DRIFT',
  drifted: ['requests'],
  differences: [{ path: '$.system', expected: 'a', actual: 'b' }],
  moreDifferences: 0,
  request: { config: { provider: 'p', model: 'm' }, system: '', tools: [], messages: [] },
  ...fields,
});

const received = (block?: MessageBlock): string => {
  const messages = block ? [{ role: 'user' as const, content: [block] }] : [];
  const problem = refusalProblem(decision({ request: { config: { provider: 'p', model: 'm' }, system: '', tools: [], messages } }), {
    scenario: 's',
  })!;
  return problem.facts!.find(([label]) => label === 'received')![1];
};

test('says nothing of a call that was served', () => {
  const { code: _, ...served } = decision();
  expect(refusalProblem(served, { scenario: 's' })).toBeUndefined();
});

test('prints a drift: what, where, expected and received, what to look at', () => {
  expect(formatProblem(refusalProblem(decision(), { scenario: 'create-report', source: 'session.jsonl', line: 31 })!)).toBe(
    [
      '[playwright-acp] Replay drifted: model call 2 does not ask what was recorded (requests).',
      '',
      '  scenario   create-report',
      '  at         model call 2: lane 1, place 2   (session.jsonl:31)',
      '  received   last message: none',
      '  $.system   expected "a"',
      '             received "b"',
      '',
      '  Look at        the change that made the agent ask something else; nothing of the recorded reply was released',
      'ACP_REPLAY_DRIFT',
    ].join('\n'),
  );
});

test('offers a command only where it is handed one', () => {
  const intended = 'npx playwright test --update-snapshots';
  expect(refusalProblem(decision(), { scenario: 's', intended })!.intended).toBe(intended);
  expect(refusalProblem(decision(), { scenario: 's' })!.intended).toBeUndefined();
});

test('names each refusal by its code', () => {
  const summary = (code: string, fields: Partial<Call> = {}): string =>
    refusalProblem(decision({ code, ...fields }), { scenario: 's' })!.summary;
  expect(summary('ACP_REPLAY_EXHAUSTED')).toBe('Replay exhausted: the agent made model call 2 of lane 1, the replay source holds 1.');
  expect(summary('ACP_REPLAY_AMBIGUOUS', { lane: 0, place: 0 })).toContain('Replay ambiguous');
  expect(summary('ACP_REPLAY_MISS', { lane: 0, place: 0 })).toContain('Replay missed');
});

test('words the last message by its kind', () => {
  expect(received()).toBe('last message: none');
  expect(received({ type: 'tool-result', toolCallId: '{{call#3}}', content: [], isError: false })).toBe(
    'last message: tool result of {{call#3}}',
  );
  expect(received({ type: 'tool-call', id: 'c', name: 'read', arguments: '{}' })).toBe('last message: tool call read');
  expect(received({ type: 'image', mimeType: 'image/png', data: 'AAAA' })).toBe('last message: image (image/png)');
  expect(received({ type: 'reasoning', text: 'hm' })).toBe('last message: reasoning "hm"');
  expect(received({ type: 'text', text: 'x'.repeat(500) })).toContain('… (500 characters)');
});
