import { expect, test } from '@playwright/test';
import { lostWork } from '../../../../harness/agent/log/lost.js';
import { log } from './events.js';

const facts = (childSession: string) => ({ turn: 1, step: 1, callId: `c-${childSession}`, name: `agent-${childSession}`, childSession });
const ended = { outcome: { kind: 'completed' } };

test('a settled sub-agent leaves nothing open', () => {
  const events = log(
    ['subagent/started', facts('a')],
    ['merge/started', facts('a')],
    ['merge/ended', { ...facts('a'), outcome: { kind: 'merged' } }],
    ['subagent/ended', { ...facts('a'), ...ended }],
  );
  expect(lostWork(events)).toEqual({ children: [], events: [], recoveryRequired: false });
});

test('one that was still at work is lost, also where it went on after it had ended once', () => {
  const events = log(
    ['subagent/started', facts('a')],
    ['subagent/started', facts('b')],
    ['subagent/ended', { ...facts('a'), ...ended }],
    ['subagent/ended', { ...facts('b'), ...ended }],
    ['subagent/continued', facts('a')],
  );
  expect(lostWork(events)).toEqual({
    children: ['a'],
    events: [{ type: 'subagent/ended', data: { ...facts('a'), outcome: { kind: 'lost' } } }],
    recoveryRequired: false,
  });
});

test('a flush without its end requires recovery, now and in each later process', () => {
  const events = log(['subagent/started', facts('a')], ['merge/started', facts('a')]);
  const lost = lostWork(events);
  expect(lost.recoveryRequired).toBe(true);
  expect(lost.events.map(({ type, data }) => [type, (data['outcome'] as { kind: string }).kind])).toEqual([
    ['merge/ended', 'recovery_required'],
    ['subagent/ended', 'lost'],
  ]);
  const later = log(...[...events, ...lost.events].map(({ type, data }): [string, Record<string, unknown>] => [type, data]));
  expect(lostWork(later)).toEqual({ children: [], events: [], recoveryRequired: true });
  const recovered = log(
    ...[...later, { type: 'merge/recovered', data: facts('a') }].map(({ type, data }): [string, Record<string, unknown>] => [type, data]),
  );
  expect(lostWork(recovered).recoveryRequired).toBe(false);
});

test('what a fork inherited is not its own', () => {
  expect(lostWork(log(['subagent/started', facts('a')]), 1).children).toEqual([]);
});
