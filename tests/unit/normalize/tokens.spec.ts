import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/counts.js';
import { createTokens } from '../../../harness/normalize/tokens.js';

test('numbers ids first-seen, per kind', () => {
  const tokens = createTokens();
  expect(tokens.token('session', 'a')).toBe('{{session#1}}');
  expect(tokens.token('session', 'b')).toBe('{{session#2}}');
  expect(tokens.token('call', 'a')).toBe('{{call#1}}');
  expect(tokens.token('session', 'a')).toBe('{{session#1}}');
});

test('keeps the string 0 and the number 0 apart', () => {
  const tokens = createTokens();
  expect(tokens.token('client-request', 0)).toBe('{{client-request#1}}');
  expect(tokens.token('client-request', '0')).toBe('{{client-request#2}}');
});

test('looks up only what was seen', () => {
  const tokens = createTokens();
  expect(tokens.lookup('message', 'm')).toBeUndefined();
  tokens.token('message', 'm');
  expect(tokens.lookup('message', 'm')).toBe('{{message#1}}');
  expect(tokens.lookup('message', 'n')).toBeUndefined();
});

test('lets a token stand for itself, whatever the order', () => {
  const tokens = createTokens();
  expect(tokens.token('call', '{{call#3}}')).toBe('{{call#3}}');
  expect(tokens.token('call', '{{call#1}}')).toBe('{{call#1}}');
  expect(tokens.token('call', 'new')).toBe('{{call#4}}');
  expect(tokens.token('session', '{{call#3}}')).toBe('{{session#1}}');
  expect(tokens.token('session', '{{sessionId}}')).toBe('{{session#2}}');
});

test('counts per normalizer and lists by name', () => {
  const counts = createCounts();
  counts.add('tmp', 'why');
  counts.add('cwd', 'because', 2);
  counts.add('cwd', 'because');
  counts.add('none', 'never', 0);
  expect(counts.list()).toEqual([
    { name: 'cwd', reason: 'because', count: 3 },
    { name: 'tmp', reason: 'why', count: 1 },
  ]);
});
