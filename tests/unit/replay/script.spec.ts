import { expect, test } from '@playwright/test';
import { parseReplayPlan } from '../../../harness/replay/index.js';
import { chunkEvent, conversation, delta, event, expectedRequests, finish, logText, plan, request, start, type Started } from './build.js';

const lanes = ({ decisions }: Started): number[] => decisions.flatMap((decision) => (decision.type === 'script' ? decision.lanes : []));

test('reads a plan', () => {
  expect(parseReplayPlan(JSON.stringify(plan()), 'plan.json')).toEqual(plan());
});

test('refuses a plan that is none, naming the field', () => {
  expect(() => parseReplayPlan('{', 'plan.json')).toThrow(/plan\.json: not JSON[\s\S]*ACP_REPLAY_PLAN/);
  expect(() => parseReplayPlan(JSON.stringify({ ...plan(), schema: 2 }), 'plan.json')).toThrow('plan.json: not a replay plan: schema');
  expect(() => parseReplayPlan('null', 'plan.json')).toThrow('the whole');
});

test('tells how many entries each lane holds', () => {
  expect(lanes(start({ sources: [conversation('a', 'x', 'y'), conversation('b')] }))).toEqual([2, 0]);
});

test('does not read a log that a whole override replaces', () => {
  const unterminated = logText([chunkEvent(delta('a')), event('turn/end', { reason: { kind: 'error' } })]);
  const override = JSON.stringify([{ kind: 'hang' }, { kind: 'hang' }]);
  expect(lanes(start({ sources: [unterminated], override }))).toEqual([2]);
  expect(lanes(start({ sources: [], override }))).toEqual([2]);
});

test('lets a patch replace an unterminated call, and refuses one that stays', () => {
  const log = logText([chunkEvent(delta('a')), event('llm/retry'), chunkEvent(delta('b')), chunkEvent(finish())]);
  const entry = { kind: 'throw', chunks: [delta('a')], message: 'cut', code: 'TRANSPORT' };
  expect(lanes(start({ sources: [log], override: JSON.stringify({ patches: [{ index: 0, entry }] }) }))).toEqual([2]);
  expect(() => start({ sources: [log], override: JSON.stringify({ patches: [{ index: 1, entry }] }) })).toThrow('ACP_REPLAY_UNTERMINATED');
});

for (const { name, files, message } of [
  { name: 'an override that is no JSON', files: { override: '[' }, message: 'replay.override.json: not JSON' },
  {
    name: 'an override of another shape',
    files: { override: '{"patch":[]}' },
    message: 'replay.override.json: neither a list of entries nor patches',
  },
  { name: 'expected requests without header', files: { expectedRequests: '{}\n' }, message: 'requests.expected.jsonl:1: not the header' },
  { name: 'empty expected requests', files: { expectedRequests: '' }, message: 'requests.expected.jsonl:1: not the header' },
  {
    name: 'an expected request of another shape',
    files: { expectedRequests: `${expectedRequests([])}{}\n` },
    message: 'requests.expected.jsonl:2: not an expected request: type',
  },
  {
    name: 'a place that is there twice',
    files: { expectedRequests: expectedRequests([1, 2].map(() => ({ lane: 1, place: 1, request: request('a') }))) },
    message: 'requests.expected.jsonl:3: lane 1, place 1 is there twice',
  },
  { name: 'pinned tools that are no JSON', files: { pin: { system: '', tools: '' } }, message: 'tool-schemas.expected.json: not JSON' },
  {
    name: 'pinned tools that are no list',
    files: { pin: { system: '', tools: '{}' } },
    message: 'tool-schemas.expected.json: not a list of tool schemas',
  },
  { name: 'a log that is cut', files: { sources: ['{"type":"session"'] }, message: 'session.jsonl:1: not JSON' },
]) {
  test(`refuses to start with ${name}`, () => {
    expect(() => start({ sources: [conversation('a', 'x')], ...files })).toThrow(message);
  });
}

test('names files without their folders', () => {
  expect(() => start({ sources: [conversation('a', 'x')], expectedRequests: '{}\n' }, { expectedRequests: 'C:\\s\\other.jsonl' })).toThrow(
    '] other.jsonl:1:',
  );
  const files = { sources: [conversation('a', 'x')], pin: { system: '', tools: '' } };
  expect(() => start(files, { pin: { system: '/p/s.md', tools: '/p/t.json' } })).toThrow('] t.json: ');
  expect(() => start({ sources: [''] }, { sources: [] })).toThrow('] source 1:1: ');
});
