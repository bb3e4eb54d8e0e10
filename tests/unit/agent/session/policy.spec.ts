import { expect, test } from '@playwright/test';
import { LIVE_CONFIG } from '../../../../harness/agent/config/live.js';
import type { SessionModeId } from '../../../../harness/agent/config/config.js';
import { configOptions, offers } from '../../../../harness/agent/session/options.js';
import { verdictOn } from '../../../../harness/agent/session/policy.js';
import { freshState } from '../../../../harness/agent/session/session.js';
import { findTool, TOOLS } from '../../../../harness/agent/toolbox/registry.js';

const state = (mode: SessionModeId, remembered: Record<string, 'allow' | 'reject'> = {}) => ({
  ...freshState({ cwd: '/', createdAt: 0 }, LIVE_CONFIG),
  mode,
  remembered,
});
const verdict = (name: string, ...args: Parameters<typeof state>): string => verdictOn(findTool(name)!, state(...args)).kind;

test('lets tools that only look run in every mode', () => {
  const looking = TOOLS.filter(({ changes }) => !changes).map(({ schema }) => schema.name);
  expect(looking).toEqual(['read', 'process', 'glob', 'grep', 'todo']);
  for (const name of looking) for (const mode of ['ask', 'auto', 'read-only'] as const) expect(verdict(name, mode)).toBe('run');
});

test('decides on changes by mode first, then by what the user said before', () => {
  expect([verdict('bash', 'ask'), verdict('bash', 'auto'), verdict('bash', 'read-only')]).toEqual(['ask', 'run', 'refuse']);
  expect([verdict('bash', 'ask', { bash: 'allow' }), verdict('write', 'ask', { bash: 'allow' })]).toEqual(['run', 'ask']);
  expect([
    verdict('bash', 'ask', { bash: 'reject' }),
    verdict('bash', 'auto', { bash: 'reject' }),
    verdict('bash', 'read-only', { bash: 'allow' }),
  ]).toEqual(['refuse', 'refuse', 'refuse']);
});

test("offers the config's own limit of steps among the choices, and no thinking where it cannot be switched", () => {
  const config = {
    ...LIVE_CONFIG,
    limits: { ...LIVE_CONFIG.limits, stepsPerTurn: 7 },
    provider: { ...LIVE_CONFIG.provider, facts: { ...LIVE_CONFIG.provider.facts, thinking: false } },
  };
  const options = configOptions(state('ask'), config);
  expect(options.map(({ id }) => id)).toEqual(['mode', 'steps']);
  expect(options[1]).toMatchObject({ currentValue: '7', options: ['5', '7', '20', '50'].map((value) => ({ value, name: value })) });
  expect([
    offers(options, 'steps', '7'),
    offers(options, 'steps', '8'),
    offers(options, 'thinking', 'on'),
    offers(options, 'mode', true),
  ]).toEqual([true, false, false, false]);
});
