import { expect, test } from '@playwright/test';
import { LIVE_CONFIG } from '../../../../harness/agent/config/live.js';
import { foldEvent } from '../../../../harness/agent/log/state.js';
import { fallbackTitle } from '../../../../harness/agent/log/title.js';
import { freshState } from '../../../../harness/agent/session/session.js';
import { log } from './events.js';

test('folds what a session has come to', () => {
  const answer = { name: 'bash', decision: 'allow' };
  const events = log(
    ['turn/start', { turn: 3 }],
    ['session/title', { title: 'T' }],
    ['session/mode', { mode: 'auto' }],
    ['session/config', { option: 'steps', value: '5' }],
    ['session/cwd', { cwd: '/b' }],
    ['permission/answer', { ...answer, scope: 'once', name: 'write' }],
    ['permission/answer', { ...answer, scope: 'session' }],
  );
  expect(events.reduce(foldEvent, freshState({ cwd: '/a', createdAt: 5 }, LIVE_CONFIG))).toEqual({
    cwd: '/b',
    title: 'T',
    mode: 'auto',
    options: { steps: '5' },
    remembered: { bash: 'allow' },
    subagents: [],
    turns: 3,
    updatedAt: 1_006,
  });
});

test('takes the first five words for a title', () => {
  expect(fallbackTitle('  Read \n the file a.txt and tell me')).toBe('Read the file a.txt and');
  expect(fallbackTitle(' \n')).toBeUndefined();
  expect(fallbackTitle('x'.repeat(200))).toHaveLength(80);
});
