import { expect, test } from '@playwright/test';
import { describeSecret, findSecrets, redactText, scanFile, scanSecrets } from '../../../harness/redact/index.js';

const NONE = { canaries: [] };
const hex = (length: number): string => '0123456789abcdef'.repeat(Math.ceil(length / 16)).slice(0, length);
// Put together here, so that no scanner takes this file for a leak.
const KIND = 'PRIVATE KEY';
const AWS_KEY = ['AKIA', 'ABCDEFGH12345678'].join('');
const PEM_BODY = `${hex(64)}\n${hex(64)}\n`;
const PEM = `-----BEGIN RSA ${KIND}-----\n${PEM_BODY}-----END RSA ${KIND}-----`;

const SECRETS = [
  { rule: 'authorization', text: `Authorization: Bearer ${hex(20)}`, secret: hex(20) },
  { rule: 'authorization', text: `{"authorization":"Basic ${hex(12)}=="}`, secret: `${hex(12)}==` },
  { rule: 'authorization', text: `Proxy-Authorization: ${hex(24)}`, secret: hex(24) },
  { rule: 'authorization', text: `curl with bearer ${hex(32)} please`, secret: hex(32) },
  { rule: 'api-key-header', text: `x-api-key: ${hex(16)}`, secret: hex(16) },
  { rule: 'api-key-header', text: `'x-goog-api-key': '${hex(16)}'`, secret: hex(16) },
  { rule: 'cookie', text: `Cookie: sid=${hex(12)}; theme=dark`, secret: `sid=${hex(12)}; theme=dark` },
  { rule: 'cookie', text: `set-cookie: sid=${hex(12)}; Path=/`, secret: `sid=${hex(12)}; Path=/` },
  { rule: 'sk-key', text: `key sk-${hex(24)}.`, secret: `sk-${hex(24)}` },
  { rule: 'sk-key', text: `sk-ant-api03-${hex(24)}`, secret: `sk-ant-api03-${hex(24)}` },
  { rule: 'aws-access-key', text: `id=${AWS_KEY}`, secret: AWS_KEY },
  { rule: 'google-api-key', text: `AIza${hex(35)}`, secret: `AIza${hex(35)}` },
  { rule: 'xai-key', text: `xai-${hex(40)}`, secret: `xai-${hex(40)}` },
  { rule: 'github-token', text: `ghp_${hex(36)}`, secret: `ghp_${hex(36)}` },
  { rule: 'github-token', text: `github_pat_${hex(40)}`, secret: `github_pat_${hex(40)}` },
  { rule: 'jwt', text: `token eyJ${hex(20)}.eyJ${hex(20)}.${hex(20)}`, secret: `eyJ${hex(20)}.eyJ${hex(20)}.${hex(20)}` },
  { rule: 'pem', text: `before\n${PEM}\nafter`, secret: PEM },
  { rule: 'pem', text: `-----BEGIN ${KIND}-----\n${PEM_BODY}`, secret: PEM_BODY.trim() },
];

for (const { rule, text, secret } of SECRETS) {
  test(`redacts ${rule} in ${text.slice(0, 24).replaceAll('\n', ' ')}…`, () => {
    const { text: redacted, findings } = redactText(text, NONE);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain(`[redacted:${rule}]`);
    expect(findings.map((finding) => finding.rule)).toEqual([rule]);
    expect(JSON.stringify(findings)).not.toContain(secret.slice(0, 12));
    expect(redactText(redacted, NONE)).toEqual({ text: redacted, findings: [] });
  });

  test(`redacts ${rule} inside JSON, and the JSON stays one: ${text.slice(0, 16).replaceAll('\n', ' ')}…`, () => {
    let nested: unknown = { say: text, after: 'kept' };
    for (let depth = 1; depth <= 3; depth++) {
      const json = JSON.stringify(nested);
      const { text: redacted } = redactText(json, NONE);
      expect(redacted).not.toContain(secret.split('\n')[0]);
      let inner = JSON.parse(redacted) as { say: string; after: string };
      for (let level = 1; level < depth; level++) inner = JSON.parse(inner.say) as typeof inner;
      expect(inner.say).toContain(`[redacted:${rule}]`);
      expect(inner.after).toBe('kept');
      nested = { say: json, after: 'kept' };
    }
  });
}

test('leaves prose about secrets alone', () => {
  for (const text of [
    'Authorization: required',
    'the bearer of this letter',
    'Authorization: Bearer replay',
    'an sk- prefix, sk-learn, sk-something-quite-long-without-digits',
    'Cookie: none',
    'risk-0123456789abcdef0123 is no key',
    'the api-key: short',
    'eyJhbGciOi without the rest',
    'C:\\new\\table\\u12',
    '{"text":"a\\nb\\t\\u00e4\\/"}',
  ]) {
    expect(redactText(text, NONE)).toEqual({ text, findings: [] });
  }
});

test('redacts canaries wherever they stand, plain, escaped or percent-encoded', () => {
  const canaries = ['pass word/42"x', 'short', 'tail\\slash\\'];
  const text = JSON.stringify({ a: 'pass word/42"x', b: 'pass%20word%2F42%22x', c: 'short', d: 'tail\\slash\\' });
  const { text: redacted, findings } = redactText(text, { canaries });
  expect(JSON.parse(redacted)).toEqual({ a: '[redacted:canary]', b: '[redacted:canary]', c: 'short', d: '[redacted:canary]' });
  expect(findings.map(({ rule }) => rule)).toEqual(['canary', 'canary', 'canary']);
});

test('survives a canary that has no percent-encoded form', () => {
  expect(redactText('x \uD800-lonely y', { canaries: ['\uD800-lonely'] }).text).toBe('x [redacted:canary] y');
});

test('keeps the wider of two claims on one place', () => {
  const key = `sk-${hex(24)}`;
  const text = `Authorization: Bearer ${key}`;
  expect(findSecrets(text, { canaries: [`Bearer ${key.slice(0, 10)}`] })).toHaveLength(1);
  expect(redactText(text, { canaries: [key, key.slice(0, 12)] }).findings).toHaveLength(1);
  expect(redactText(`${key}/tail-of-canary`, { canaries: [`${key.slice(-6)}/tail-of-canary`] }).text).toMatch(/^\[redacted:[a-z-]+\]$/);
});

test('names the place: text, line and column', () => {
  const text = `first\n  ghp_${hex(36)}\n`;
  expect(scanSecrets(text, NONE, 'session.jsonl')).toEqual([{ rule: 'github-token', place: 'session.jsonl line 2, column 3' }]);
  expect(redactText(text, NONE).findings).toEqual([{ rule: 'github-token', place: 'line 2, column 3' }]);
  expect(scanSecrets('nothing here', NONE)).toEqual([]);
});

test('undoes unicode escapes, and takes a broken one as it stands', () => {
  const key = `ghp_${hex(36)}`;
  expect(redactText(`\\u0067${key.slice(1)}`, NONE).text).toBe('[redacted:github-token]');
  expect(redactText(`\\uZZ ${key} \\`, NONE).text).toBe('\\uZZ [redacted:github-token] \\');
});

test('a canary names its variable and its place, plain, percent-encoded and split over deltas, and never its value', () => {
  const value = 'no key, but a phrase';
  const secrets = { canaries: [value], variables: new Map([[value, 'GREETING']]) };
  const texts = [`say ${value}`, `say ${encodeURIComponent(value)}`, '{"text":"no key, but"}\n{"text":" a phrase"}\n'];
  const told = texts.map((text) => scanFile('a.jsonl', text, secrets).map(describeSecret));
  expect(told).toEqual([
    ['canary (value of $GREETING) in a.jsonl line 1, column 5'],
    ['canary (value of $GREETING) in a.jsonl line 1, column 5'],
    ['canary (value of $GREETING) in a.jsonl line 1, split over deltas'],
  ]);
  expect(scanFile('a', `say ${value}`, { canaries: [value] }).map(describeSecret)).toEqual(['canary in a line 1, column 5']);
});
