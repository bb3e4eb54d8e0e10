import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { runGuards } from '../../../harness/guards/index.js';
import { textAt } from '../../../harness/normalize/index.js';
import { readCorpus } from '../../../harness/scenario/index.js';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-cassette-guards-')));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const fixture = (kind: string) => ({ type: 'fixture', fixture: kind, schema: 1, scenario: 'wire' });
const request = (system: string, messages: unknown[]) => ({
  dialect: 'openai-chat',
  method: 'POST',
  path: '/chat/completions',
  headers: { 'user-agent': '{{user-agent}}' },
  config: { provider: 'openai-chat', model: 'm', stream: true },
  system,
  tools: [],
  messages,
});
const chunk = (delta: object, finish: string | null = null) => ({
  data: JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] }),
});
const reply = (end: string) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  events: [chunk({ content: 'Hello.' }), chunk({}, 'stop'), { data: '[DONE]' }],
  end,
});
const user = [{ role: 'user', content: 'Hello.' }];
const exchange = (place: number, system = 'Be kind.', end = 'complete') => ({
  type: 'exchange',
  lane: 1,
  place,
  dialect: 'openai-chat',
  request: request(place === 1 ? system : '{{system}}', user),
  reply: reply(end),
});
const expected = (place: number, system = 'Be kind.') => ({ type: 'request', lane: 1, place, request: request(system, user) });

interface Files {
  cassette: readonly object[];
  requests: readonly object[];
  log?: readonly object[];
}

async function findings(
  folder: string,
  { cassette, requests, log }: Files,
  normalizers = [textAt('system', String.raw`\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar')],
) {
  const dir = join(folder, 'wire');
  await mkdir(dir, { recursive: true });
  const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const header = { ...fixture('input'), description: 'A call.', agent: 'a', seam: 'provider' };
  await writeFile(join(dir, 'input.jsonl'), lines([header, { op: 'initialize' }]));
  await writeFile(join(dir, 'provider-replay.jsonl'), lines([fixture('provider-replay'), ...cassette]));
  await writeFile(join(dir, 'requests.expected.jsonl'), lines([fixture('requests'), ...requests]));
  if (log) await writeFile(join(dir, 'session.expected.jsonl'), lines([fixture('session'), ...log]));
  const found = runGuards(await readCorpus(folder, 'shots'), {
    secrets: { canaries: [] },
    now: 0,
    profiles: new Map([['a', normalizers]]),
  });
  const asked = ['header-change', 'request-place', 'unterminated', 'fixed-point', 'record', 'token', 'secret', 'form', 'schema-version'];
  return found.filter(({ guard }) => asked.includes(guard)).map(({ guard, place, problem }) => `${guard} ${place} ${problem}`);
}

test('a sound recording and a sound authored cassette have no finding', async ({ folder }) => {
  expect(await findings(folder, { cassette: [exchange(1), exchange(2)], requests: [expected(1), expected(2)] })).toEqual([]);
  const authored = [
    { type: 'reply', text: 'Hello.' },
    { type: 'error', status: 500, message: 'no' },
  ];
  expect(await findings(folder, { cassette: authored, requests: [expected(1), expected(2)] })).toEqual([]);
});

test("the ids of calls that an authored reply makes are no run's own; another one is", async ({ folder }) => {
  const authored = [
    { type: 'reply', toolCalls: [{ name: 'read', arguments: {} }] },
    { type: 'reply', text: 'Read.' },
  ];
  const after = (id: string) => ({
    type: 'request',
    lane: 1,
    place: 2,
    request: request('Be kind.', [
      ...user,
      { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: 'text' },
    ]),
  });
  expect(await findings(folder, { cassette: authored, requests: [expected(1), after('call_1_1_1')] })).toEqual([]);
  expect(await findings(folder, { cassette: authored, requests: [expected(1), after('call_of_the_agent')] })).toEqual([
    'fixed-point shots/wire/requests.expected.jsonl:3 A normalizer would change $.request.messages[1].tool_calls[0].id: it holds what differs from run to run.',
  ]);
});

test("an expected log in a form of the agent's own is read as one", async ({ folder }) => {
  const files = { cassette: [exchange(1)], requests: [expected(1)] };
  const log = [
    { kind: 'opened', session_id: '{{session#1}}', at: '{{time}}', data: { cwd: '{{cwd}}' } },
    { kind: 'said', text: 'Hello.' },
  ];
  expect(await findings(folder, { ...files, log })).toEqual([]);
  expect(await findings(folder, { ...files, log: [...log, { kind: 'closed', at: 1_796_068_800_000 }] })).toEqual([
    'fixed-point shots/wire/session.expected.jsonl:4 A normalizer would change $.at: it holds what differs from run to run.',
  ]);
});

test('a request of a place that the cassette lacks, and one that nobody expects', async ({ folder }) => {
  expect(await findings(folder, { cassette: [exchange(1)], requests: [expected(1), expected(2)] })).toEqual([
    'request-place shots/wire/requests.expected.jsonl:3 The request of lane 1, place 2 has no entry in the replay source.',
  ]);
  expect(await findings(folder, { cassette: [exchange(1), exchange(2)], requests: [expected(1)] })).toEqual([
    'request-place shots/wire/requests.expected.jsonl No request is expected for lane 1, place 2 of the replay source.',
  ]);
});

test('a reply that just stops', async ({ folder }) => {
  const cassette = [exchange(1, 'Be kind.', 'incomplete'), exchange(2, '', 'aborted')];
  expect(await findings(folder, { cassette, requests: [expected(1), expected(2)] })).toEqual([
    'unterminated shots/wire/provider-replay.jsonl:2 The reply of lane 1, place 1 ends without the end of its dialect.',
  ]);
});

test('what a normalizer would change, in the expected requests and in the cassette', async ({ folder }) => {
  const dated = 'Today is 2026-11-30.';
  expect(await findings(folder, { cassette: [exchange(1, dated)], requests: [expected(1, dated)] })).toEqual([
    'fixed-point shots/wire/provider-replay.jsonl:2 A normalizer would change $.request.system: it holds what differs from run to run.',
    'fixed-point shots/wire/requests.expected.jsonl:2 A normalizer would change $.request.system: it holds what differs from run to run.',
  ]);
});

test('a prompt that changes within a lane; another lane has its own', async ({ folder }) => {
  const title = { ...exchange(1, 'Find a title.'), lane: 2 };
  const titled = { ...expected(1, 'Find a title.'), lane: 2 };
  expect(await findings(folder, { cassette: [exchange(1), title], requests: [expected(1), titled] })).toEqual([]);
  const changed = await findings(folder, { cassette: [exchange(1), exchange(2)], requests: [expected(1), expected(2, 'Be brief.')] });
  expect(changed).toEqual([
    'header-change shots/wire/requests.expected.jsonl:3 Call 2 of lane 1 has another system prompt or other tool schemas than the run began with.',
  ]);
});

test('a cassette that cannot be read is told once, with its line', async ({ folder }) => {
  const found = await findings(folder, { cassette: [{ type: 'exchnge' }], requests: [expected(1)] });
  expect(found.filter((text) => text.includes('request-place') || text.includes('fixed-point'))).toEqual([]);
});
