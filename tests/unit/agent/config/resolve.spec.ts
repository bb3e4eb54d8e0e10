import { expect, test } from '@playwright/test';
import { LIVE_CONFIG } from '../../../../harness/agent/config/live.js';
import { resolveConfig } from '../../../../harness/agent/config/resolve.js';

const asFile = (value: unknown) => ({ file: 'c.json', text: JSON.stringify(value) });
const withProvider = (change: object) => asFile({ ...LIVE_CONFIG, provider: { ...LIVE_CONFIG.provider, ...change } });
const facts = (change: object) => withProvider({ facts: { ...LIVE_CONFIG.provider.facts, ...change } });

test('is the packaged live config where no file is given, and that one is valid', () => {
  expect(resolveConfig(undefined, undefined)).toBe(LIVE_CONFIG);
  expect(resolveConfig(asFile(LIVE_CONFIG), undefined)).toEqual(LIVE_CONFIG);
});

test('puts the provider keys of an overlay over the config and leaves the rest', () => {
  const listeners = [{ use: 'replay', plan: '/plan.json' }];
  expect(resolveConfig(undefined, asFile({ provider: { listeners } }))).toEqual({
    ...LIVE_CONFIG,
    provider: { ...LIVE_CONFIG.provider, listeners },
  });
});

for (const [what, overlay, key] of [
  ['another entry', { provider: {}, mode: 'auto' }, 'mode'],
  ['no provider', {}, 'provider'],
  ['a provider that is no object', { provider: [] }, 'provider'],
  ['a list', [], 'whole file'],
  ['a listener that does not exist', { provider: { listeners: [{ use: 'mock', plan: 'x' }] } }, 'provider.listeners[0].use'],
] as const) {
  test(`refuses an overlay with ${what}`, () => {
    expect(() => resolveConfig(undefined, asFile(overlay))).toThrow(key);
  });
}

for (const [what, config, key] of [
  ['an unknown key', asFile({ ...LIVE_CONFIG, debug: true }), 'debug'],
  ['a missing key', asFile({ ...LIVE_CONFIG, executor: undefined }), 'executor'],
  ['another schema', asFile({ ...LIVE_CONFIG, schema: 2 }), 'schema'],
  ['an unknown adapter', withProvider({ adapter: 'gemini' }), 'provider.adapter'],
  ['an empty model', withProvider({ model: '' }), 'provider.model'],
  ['a base URL that is none', withProvider({ baseUrl: 'ftp://x' }), 'provider.baseUrl'],
  ['listeners that are no list', withProvider({ listeners: {} }), 'provider.listeners'],
  ['a limit of zero', asFile({ ...LIVE_CONFIG, limits: { ...LIVE_CONFIG.limits, readLines: 0 } }), 'limits.readLines'],
  ['retries below zero', facts({ retry: { max: -1, delayMs: 0, codes: [] } }), 'provider.facts.retry.max'],
  ['codes that are no texts', facts({ retry: { max: 0, delayMs: 0, codes: [1] } }), 'provider.facts.retry.codes'],
  ['thinking that is no truth value', facts({ thinking: 'yes' }), 'provider.facts.thinking'],
  ['text that is not JSON', { file: 'c.json', text: '{' }, 'not JSON'],
] as const) {
  test(`refuses a config with ${what}, naming file and key`, () => {
    expect(() => resolveConfig(config, undefined)).toThrow(key);
    expect(() => resolveConfig(config, undefined)).toThrow('c.json');
  });
}
