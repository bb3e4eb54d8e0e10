import { expect, test } from '@playwright/test';
import { createTokens } from '../../../harness/normalize/index.js';
import { normalizeRequest } from '../../../harness/replay/index.js';
import type { ModelRequest } from '../../../harness/schema/index.js';
import { plan, request } from './build.js';

const { bindings } = plan();
const normalize = (asked: ModelRequest, tokens = createTokens()): ModelRequest => normalizeRequest(asked, bindings, tokens);

test("puts tokens in place of the run's folders, in every text", () => {
  const asked = request('look at /tmp/run-1/cwd/a.txt and /tmp/run-1/cwd-old');
  asked.system = 'cwd: /tmp/run-1/cwd, home: /tmp/run-1/home';
  asked.config['cache'] = '/tmp/run-1/tmp/x';
  (asked.tools as { description: string }[])[0]!.description = 'reads below /tmp/run-1/cwd';
  const normalized = normalize(asked);
  expect(normalized.messages[0]!.content[0]).toEqual({ type: 'text', text: 'look at {{cwd}}/a.txt and /tmp/run-1/cwd-old' });
  expect(normalized.system).toBe('cwd: {{cwd}}, home: {{home}}');
  expect(normalized.config['cache']).toBe('{{tmp}}/x');
  expect(normalized.tools).toMatchObject([{ description: 'reads below {{cwd}}' }]);
});

test('numbers call ids first-seen, by field and not in text', () => {
  const tokens = createTokens();
  const asked = request(
    'call-b was first',
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', id: 'call-b', name: 'read', arguments: '{"p":"/tmp/run-1/cwd"}' },
        { type: 'tool-call', id: 'call-a', name: 'read', arguments: '{}' },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool-result', toolCallId: 'call-a', content: [{ type: 'text', text: 'of call-a in /tmp/run-1/cwd' }], isError: false },
      ],
    },
  );
  expect(normalize(asked, tokens).messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'call-b was first' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', id: '{{call#1}}', name: 'read', arguments: '{"p":"{{cwd}}"}' },
        { type: 'tool-call', id: '{{call#2}}', name: 'read', arguments: '{}' },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool-result', toolCallId: '{{call#2}}', content: [{ type: 'text', text: 'of call-a in {{cwd}}' }], isError: false },
      ],
    },
  ]);
  expect(normalize(asked, tokens)).toEqual(normalize(asked, tokens));
});

test('leaves images, signatures and the tools token alone', () => {
  const asked: ModelRequest = {
    ...request('x'),
    tools: '{{tools}}',
    messages: [
      { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: 'L3RtcC9ydW4tMS9jd2Q=' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'in /tmp/run-1/cwd', signature: '/tmp/run-1/cwd' }] },
    ],
  };
  expect(normalize(asked)).toEqual({
    ...asked,
    messages: [asked.messages[0], { role: 'assistant', content: [{ type: 'reasoning', text: 'in {{cwd}}', signature: '/tmp/run-1/cwd' }] }],
  });
});

test('redacts what looks like a secret: requests are written down', () => {
  const key = `sk-${'0123456789abcdef'.repeat(2)}`;
  expect(JSON.stringify(normalize(request(`use ${key}`)))).toContain('use [redacted:sk-key]');
});

test('keeps the fields of a request and no others', () => {
  const asked = { ...request('x'), extra: 1 };
  expect(normalize(asked)).toEqual(request('x'));
});

test('refuses what is no model request, naming the field', () => {
  expect(() => normalize({ ...request('x'), messages: [{ role: 'system', content: [] }] } as unknown as ModelRequest)).toThrow(
    /messages\.0\.role[\s\S]*ACP_REPLAY_REQUEST/,
  );
});
