import { expect, test } from '@playwright/test';
import type { AcpError } from '../../../harness/errors/index.js';
import { createPermissionDesk, type PermissionAnswer } from '../../../harness/acp/permission-desk.js';

const OFFERED = [
  { optionId: 'yes', kind: 'allow_once' },
  { optionId: 'no', kind: 'reject_once' },
];

function open() {
  const failures: AcpError[] = [];
  const outcomes: Record<string, string> = {};
  const desk = createPermissionDesk((error) => failures.push(error));
  const ask = (tool: string, session = 'main', options = OFFERED) =>
    desk.asked({
      session,
      toolCallId: tool,
      titles: [`Run ${tool}`],
      names: [tool],
      options,
      respond: (outcome) => void (outcomes[tool] = outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome),
    });
  const answer = (option: string, more: Partial<PermissionAnswer> = {}) =>
    desk.answer({ session: 'main', option, at: 'input.jsonl:3', ...more });
  return { desk, ask, answer, outcomes, failures, codes: () => failures.map(({ code }) => code) };
}

test('answers by kind, whichever came first', () => {
  const { ask, answer, outcomes, desk, codes } = open();
  answer('allow_once');
  ask('first');
  desk.toolMoved('main', 'first');
  ask('second');
  answer('reject_once');
  expect(outcomes).toEqual({ first: 'yes', second: 'no' });
  expect(codes()).toEqual([]);
  expect(desk.leftOver('end')).toBeUndefined();
});

test('fails an answer that the agent did not offer', () => {
  const { ask, answer, outcomes, failures } = open();
  answer('allow_always');
  ask('write');
  expect(outcomes).toEqual({});
  expect(failures).toMatchObject([{ code: 'ACP_PERMISSION_NOT_OFFERED' }]);
  for (const fact of ['allow_always', 'input.jsonl:3', 'Run write', 'allow_once, reject_once'])
    expect(failures[0]!.message).toContain(fact);
});

test('fails a request that nothing answers once a step waits behind it', () => {
  const early = open();
  early.ask('write');
  expect(early.codes()).toEqual([]);
  early.desk.waiting('main', 'input.jsonl:9');
  expect(early.failures).toMatchObject([{ code: 'ACP_PERMISSION_UNANSWERED', message: expect.stringContaining('input.jsonl:9') }]);

  const late = open();
  late.desk.waiting('main', 'input.jsonl:9');
  late.ask('write', 'other');
  expect(late.codes()).toEqual([]);
  late.ask('write');
  expect(late.codes()).toEqual(['ACP_PERMISSION_UNANSWERED']);
});

test('names the answers that fit no request, as a tool whose title changed is the likely cause', () => {
  const { desk, ask, answer, failures } = open();
  answer('allow_once', { tool: 'old title' });
  desk.waiting('main', 'input.jsonl:9');
  ask('write');
  for (const told of ['allow_once for "old title"   (input.jsonl:3)', '"option":"allow_once","tool":"Run write"'])
    expect(failures[0]!.message).toContain(told);
});

test('a step that no longer waits leaves the request to a later answer', () => {
  const { desk, ask, answer, outcomes, codes } = open();
  desk.waiting('main', 'input.jsonl:9');
  desk.waited('main');
  ask('write');
  answer('allow_once');
  expect(outcomes).toEqual({ write: 'yes' });
  expect(codes()).toEqual([]);
});

test('brings addressed answers to their tools in either order', () => {
  for (const order of [
    ['read', 'write'],
    ['write', 'read'],
  ]) {
    const { ask, answer, outcomes, codes } = open();
    answer('allow_once');
    answer('reject_once', { tool: 'write' });
    for (const tool of order) ask(tool);
    expect(outcomes).toEqual({ read: 'yes', write: 'no' });
    expect(codes()).toEqual([]);
  }
});

test('refuses to answer two open requests by arrival', () => {
  const { ask, answer, outcomes, failures } = open();
  answer('allow_once');
  answer('reject_once');
  ask('read');
  ask('write');
  expect(outcomes).toEqual({ read: 'yes' });
  expect(failures).toMatchObject([{ code: 'ACP_PERMISSION_AMBIGUOUS' }]);
  for (const fact of ['Run read', 'Run write', 'allow_once', 'reject_once', '"tool"']) expect(failures[0]!.message).toContain(fact);
});

test('refuses one unaddressed answer while two requests are open', () => {
  const { ask, answer, codes } = open();
  ask('read');
  ask('write');
  answer('allow_once');
  expect(codes()).toEqual(['ACP_PERMISSION_AMBIGUOUS']);
});

test('the same answer for both is no ambiguity, nor are two sessions', () => {
  const same = open();
  same.answer('allow_once');
  same.answer('allow_once');
  same.ask('read');
  same.ask('write');
  expect([same.outcomes, same.codes()]).toEqual([{ read: 'yes', write: 'yes' }, []]);

  const sessions = open();
  sessions.answer('allow_once');
  sessions.answer('reject_once', { session: 'second' });
  sessions.ask('write', 'second');
  sessions.ask('read');
  expect([sessions.outcomes, sessions.codes()]).toEqual([{ read: 'yes', write: 'no' }, []]);
});

test('answers what a cancelled turn asks with cancelled, until the turn has ended', () => {
  const { desk, ask, answer, outcomes, codes } = open();
  ask('before');
  desk.cancelled('main');
  ask('after');
  desk.turnEnded('main');
  answer('allow_once');
  ask('next-turn');
  expect(outcomes).toEqual({ before: 'cancelled', after: 'cancelled', 'next-turn': 'yes' });
  expect(codes()).toEqual([]);
});

test('a scripted cancelled is an answer of its own', () => {
  const { ask, answer, outcomes } = open();
  answer('cancelled');
  ask('write', 'main', []);
  expect(outcomes).toEqual({ write: 'cancelled' });
});

test('names what is left at the end', () => {
  const unused = open();
  unused.answer('allow_once', { tool: 'write' });
  expect(unused.desk.leftOver('end')).toMatchObject({
    code: 'ACP_PERMISSION_UNUSED',
    message: expect.stringContaining('allow_once for "write"   (input.jsonl:3)'),
  });
  const unanswered = open();
  unanswered.ask('write');
  expect(unanswered.desk.leftOver('end')).toMatchObject({ code: 'ACP_PERMISSION_UNANSWERED' });
});
