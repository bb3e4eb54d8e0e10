import { expect, test } from '@playwright/test';
import { createWireNormalizer, requestHeaders, replyHeaders, isHopByHop, withoutCredentials } from '../../../harness/cassette/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import type { FieldNormalizer } from '../../../harness/schema/index.js';
import { chat, NO_FOLDERS, result, user } from './build.js';

const BUILD: FieldNormalizer = {
  name: 'build',
  reason: 'named at random',
  surface: 'requests',
  path: 'config.build',
  token: '{{build}}',
  numbered: true,
};
const none: ReadonlySet<string> = new Set();

test('folders, base URL, secrets and volatile headers go, everything else stays', () => {
  const counts = createCounts();
  const normalizer = createWireNormalizer({
    bindings: { cwd: ['/tmp/run/cwd'], home: ['/tmp/run/home'], tmp: [] },
    counts,
    url: 'http://127.0.0.1:4010/s3cret',
    secrets: { canaries: ['canary-value-1'] },
  });
  const headers = {
    'user-agent': 'a/1',
    'x-stainless-os': 'Linux',
    traceparent: '00-1',
    'x-session-id': 'abc',
    'anthropic-version': '2023-06-01',
    'x-api-key': 'k',
  };
  const raw = chat([user('in /tmp/run/cwd by http://127.0.0.1:4010/s3cret/x with canary-value-1')], {
    system: 'HOME is /tmp/run/home.',
    headers,
  });
  const { request } = normalizer.model({ ...raw, path: '/chat/completions?key=k&x=1' }, none);
  expect(request.messages).toEqual([user('in {{cwd}} by {{provider}}/x with [redacted:canary]')]);
  expect(request.system).toBe('HOME is {{home}}.');
  expect(request.path).toBe('/chat/completions?x=1');
  expect(request.headers).toEqual({
    'user-agent': '{{user-agent}}',
    'x-stainless-os': '{{x-stainless-os}}',
    traceparent: '{{traceparent}}',
    'x-session-id': '{{x-session-id}}',
    'anthropic-version': '2023-06-01',
  });
  expect(counts.list().map(({ name, count }) => `${name} ${count}`)).toEqual([
    'cwd 1',
    'header traceparent 1',
    'header user-agent 1',
    'header x-session-id 1',
    'header x-stainless-os 1',
    'home 1',
    'provider 1',
  ]);
  // What is normalized stays as it is.
  expect(normalizer.model(request, none).request).toEqual(request);
});

test('numbers count within one request; a long value is replaced wherever it stands by itself', () => {
  const counts = createCounts();
  const normalizer = createWireNormalizer({ bindings: NO_FOLDERS, counts, normalizers: [BUILD] });
  const ask = (build: unknown) => normalizer.model(chat([user(`of ${String(build)}, not ${String(build)}0`)], { more: { build } }), none);
  for (const build of ['b-1111-1', 'b-2222-2']) {
    const { request, values } = ask(build);
    expect(request.config['build']).toBe('{{build#1}}');
    expect(request.messages).toEqual([user(`of {{build#1}}, not ${build}0`)]);
    expect([...values]).toEqual([['{{build#1}}', build]]);
  }
  // Too short to be told from ordinary text.
  expect(ask(7).request.messages).toEqual([user('of 7, not 70')]);
  expect(counts.list()).toEqual([
    { name: 'build', reason: 'named at random', count: 3 },
    { name: 'late-bound value', reason: expect.any(String), count: 2 },
  ]);
});

test('ids of tool calls stay where the provider minted them; those of the agent are numbered', () => {
  const normalizer = createWireNormalizer({ bindings: NO_FOLDERS, counts: createCounts() });
  const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } });
  const raw = chat([
    user('go'),
    { role: 'assistant', tool_calls: [call('call_1'), call('own_17')] },
    result('call_1', 'x'),
    result('own_17', 'y'),
  ]);
  const { request, values } = normalizer.model(raw, new Set(['call_1']));
  expect(request.messages.slice(1)).toEqual([
    { role: 'assistant', tool_calls: [call('call_1'), call('{{call#1}}')] },
    result('call_1', 'x'),
    result('{{call#1}}', 'y'),
  ]);
  expect([...values]).toEqual([['{{call#1}}', 'own_17']]);
});

test('plain requests are normalized alike; a blob is not searched', () => {
  const normalizer = createWireNormalizer({ bindings: { cwd: ['/aaaa'], home: [], tmp: [] }, counts: createCounts() });
  const blob = '/aaaa'.repeat(2000);
  expect(
    normalizer.plain({
      method: 'POST',
      path: '/files/aaaa?token=t',
      headers: { 'user-agent': 'x' },
      body: { at: '/aaaa/b', blob, image: `data:image/png;base64,${blob}` },
    }),
  ).toEqual({
    method: 'POST',
    path: '/files/aaaa',
    headers: { 'user-agent': '{{user-agent}}' },
    body: { at: '{{cwd}}/b', blob, image: `data:image/png;base64,${blob}` },
  });
  expect(normalizer.plain({ method: 'GET', path: '/', headers: {} })).toEqual({ method: 'GET', path: '/', headers: {} });
});

test('headers: of a call what says something about it, of a reply what a client acts on', () => {
  expect(
    requestHeaders({
      host: 'x',
      connection: 'keep-alive',
      'content-length': '1',
      'content-type': 'application/json',
      'X-Forwarded-For': 'y',
      authorization: 'Bearer k',
      'x-goog-api-key': 'k',
      cookie: 'a',
      'x-auth-token': 'k',
      accept: undefined,
      'x-list': ['a', 'b'],
    }),
  ).toEqual({ 'content-type': 'application/json', 'x-list': 'a, b' });
  expect(replyHeaders({ 'content-type': 'a', 'set-cookie': ['b'], date: 'c', 'retry-after': '3', allow: ['GET', 'HEAD'] })).toEqual({
    'content-type': 'a',
    'retry-after': '3',
    allow: 'GET, HEAD',
  });
  expect([isHopByHop('Keep-Alive'), isHopByHop('X-Own', 'close, x-own'), isHopByHop('accept')]).toEqual([true, true, false]);
});

test('parameters that carry credentials go, the others stay as they are', () => {
  expect(['/a', '/a?key=k', '/a?alt=sse&key=k', '/a?%6bey=k&b=%zz', '/a?%zz=1'].map(withoutCredentials)).toEqual([
    '/a',
    '/a',
    '/a?alt=sse',
    '/a?b=%zz',
    '/a?%zz=1',
  ]);
});
