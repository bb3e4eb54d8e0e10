import { expect, test } from '@playwright/test';
import { createReplayProvider, ReplayRefusedError } from '../../../harness/replay/index.js';
import { decision as decisionSchema, type Decision, type ModelRequest } from '../../../harness/schema/index.js';
import { assistant, call, collect, conversation, decided, expectedRequests, plan, request, start, textOf, user } from './build.js';

const second = request('hello', assistant('one'), user('and?'));
const recorded = conversation('hello', 'one', 'two');
const tokens = { system: '{{system}}', tools: '{{tools}}' } as const;
const expected = expectedRequests([
  { lane: 1, place: 1, request: { ...request('hello'), ...tokens } },
  { lane: 1, place: 2, request: { ...second, ...tokens } },
]);
const pin = { system: 'You are helpful.', tools: JSON.stringify(request('').tools) };
const files = { sources: [recorded], expectedRequests: expected, pin };

const refused = async (promise: Promise<unknown>): Promise<ReplayRefusedError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ReplayRefusedError);
  return error as ReplayRefusedError;
};

test('serves the recorded replies in order, each request verified', async () => {
  const run = start(files);
  expect(textOf(await call(run, 's', request('hello')))).toBe('one');
  expect(textOf(await call(run, 's', second))).toBe('two');
  expect(run.decisions.map((line) => (line.type === 'decision' ? line.outcome : line.type))).toEqual([
    'script',
    'match',
    'stream-end',
    'match',
    'stream-end',
  ]);
  expect(decided(run).map(({ call: number, lane, place, session }) => [number, lane, place, session])).toEqual([
    [1, 1, 1, 's'],
    [2, 1, 2, 's'],
  ]);
});

test('writes decisions that its schema reads back', async () => {
  const run = start(files);
  await call(run, 's', request('hello'));
  await call(run, 's', request('other')).catch(() => {});
  for (const line of run.decisions) expect(decisionSchema.parse(JSON.parse(JSON.stringify(line)))).toEqual(line);
});

test('holds the whole request in a decision, system and tools in full', async () => {
  const run = start(files);
  await call(run, 's', request('hello'));
  expect(decided(run)[0]!.request).toEqual(request('hello'));
});

test('binds {{cwd}} before a chunk is released', async () => {
  const run = start({ sources: [conversation('hello', 'in {{cwd}}/a')] });
  expect(textOf(await call(run, 's', request('hello')))).toBe('in /tmp/run-1/cwd/a');
});

for (const { name, asked, drifted, path } of [
  { name: 'a message', asked: request('hello!'), drifted: 'requests', path: '$.messages[0].content[0].text' },
  {
    name: 'the config',
    asked: { ...request('hello'), config: { provider: 'deepseek', model: 'other' } },
    drifted: 'requests',
    path: '$.config.model',
  },
  { name: 'the system prompt', asked: { ...request('hello'), system: 'You are not.' }, drifted: 'system-prompt', path: '$.system' },
  { name: 'a tool schema', asked: { ...request('hello'), tools: [] }, drifted: 'tool-schemas', path: '$.tools[0]' },
] as { name: string; asked: ModelRequest; drifted: string; path: string }[]) {
  test(`releases nothing where ${name} drifted, and names the field`, async () => {
    const run = start(files);
    const chunks: unknown[] = [];
    const error = await refused(
      (async () => {
        for await (const chunk of run.provider.stream({ sessionId: 's', request: asked, signal: new AbortController().signal }))
          chunks.push(chunk);
      })(),
    );
    expect(chunks).toEqual([]);
    expect(error).toMatchObject({ code: 'ACP_REPLAY_DRIFT', retryable: false });
    expect(error.message).toContain(path);
    expect(decided(run)[0]).toMatchObject({ outcome: 'drift', code: 'ACP_REPLAY_DRIFT', drifted: [drifted], lane: 1, place: 1 });
    expect(decided(run)[0]!.differences.map((difference) => difference.path)).toEqual([path]);
    expect(run.decisions.some(({ type }) => type === 'stream-end')).toBe(false);
  });
}

test('stays at its place after a drift: trying again does not get the next reply', async () => {
  const run = start(files);
  await refused(call(run, 's', request('other')));
  await refused(call(run, 's', request('other')));
  expect(textOf(await call(run, 's', request('hello')))).toBe('one');
});

test('serves a drift by its place in refresh', async () => {
  const run = start(files, { runMode: 'refresh' });
  expect(textOf(await call(run, 's', request('changed')))).toBe('one');
  expect(decided(run)[0]).toMatchObject({ outcome: 'drift', drifted: ['requests'] });
  expect(decided(run)[0]!.code).toBeUndefined();
});

test('calls a request that is not among the expected ones a drift', async () => {
  const only = expectedRequests([{ lane: 1, place: 1, request: { ...request('hello'), ...tokens } }]);
  const run = start({ ...files, expectedRequests: only });
  await call(run, 's', request('hello'));
  await refused(call(run, 's', second));
  expect(decided(run)[1]).toMatchObject({ outcome: 'drift', reason: 'no request is expected at lane 1, place 2' });
});

for (const runMode of ['replay', 'refresh'] as const) {
  test(`serves unverified in ${runMode} where no expected requests exist yet`, async () => {
    const run = start({ sources: [recorded] }, { runMode });
    expect(textOf(await call(run, 's', request('anything')))).toBe('one');
    expect(decided(run)[0]!.outcome).toBe('unverified');
  });
}

test('serves unverified where the plan says so', async () => {
  const run = start(files, { verify: false });
  expect(textOf(await call(run, 's', request('anything')))).toBe('one');
  expect(decided(run)[0]!.outcome).toBe('unverified');
});

test('does not compare what a token stands for where no pin says it', async () => {
  const run = start({ sources: [recorded], expectedRequests: expected });
  await call(run, 's', { ...request('hello'), system: 'any', tools: [] });
  expect(decided(run)[0]!.outcome).toBe('match');
});

test('compares system and tools that an expected request holds itself', async () => {
  const own = expectedRequests([{ lane: 1, place: 1, request: request('hello') }]);
  const run = start({ sources: [recorded], expectedRequests: own, pin: { system: 'of another class', tools: '[]' } });
  await call(run, 's', request('hello'));
  expect(decided(run)[0]!.outcome).toBe('match');
});

test('names at most eight differences and counts the rest', async () => {
  const many = (value: number): ModelRequest => ({
    ...request('hello'),
    config: { provider: 'p', model: 'm', ...Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`k${at}`, value])) },
  });
  const run = start({ sources: [recorded], expectedRequests: expectedRequests([{ lane: 1, place: 1, request: many(1) }]) });
  const error = await refused(call(run, 's', many(2)));
  expect(decided(run)[0]!.differences).toHaveLength(8);
  expect(decided(run)[0]!.moreDifferences).toBe(3);
  expect(error.message).toContain('3 more differences');
});

test('cuts long values around the place where they part', async () => {
  const long = (word: string): string => `${'a'.repeat(5000)}${word}${'b'.repeat(5000)}`;
  const run = start({ sources: [recorded], expectedRequests: expectedRequests([{ lane: 1, place: 1, request: request(long('old')) }]) });
  await refused(call(run, 's', request(long('new'))));
  const [difference] = decided(run)[0]!.differences;
  expect(difference!.expected).toContain('aold');
  expect(difference!.actual).toContain('anew');
  expect(String(difference!.actual).length).toBeLessThan(2100);
});

test('cuts a long message that stands on one side only', async () => {
  const run = start({ sources: [recorded], expectedRequests: expectedRequests([{ lane: 1, place: 1, request: request('hello') }]) });
  await refused(call(run, 's', request('hello', user('x'.repeat(5000)))));
  await refused(call(run, 's', { ...request('hello'), messages: [] }));
  const [added] = decided(run)[0]!.differences;
  expect(String(added!.actual)).toMatch(/^\{"role":"user".*…$/);
  expect(added!.expected).toBeUndefined();
  expect(decided(run)[1]!.differences[0]!.actual).toBeUndefined();
});

test('refuses every call of a scenario without replay source', async () => {
  const run = start({ sources: [] });
  const error = await refused(call(run, 's', request('hello')));
  expect(error.code).toBe('ACP_REPLAY_MISS');
  expect(error.message).toContain('the scenario records no model call');
  expect(decided(run)[0]).toMatchObject({ outcome: 'miss', lane: 0, place: 0 });
});

test('refuses a call that no recorded reply is left for, in refresh too', async () => {
  for (const runMode of ['replay', 'refresh'] as const) {
    const run = start(files, { runMode });
    await call(run, 's', request('hello'));
    await call(run, 's', second);
    const third = request('hello', assistant('one'), user('and?'), assistant('two'), user('more'));
    const error = await refused(call(run, 's', third));
    expect(error.message).toBe(
      [
        '[playwright-acp] Replay exhausted: the agent made model call 3 of lane 1, session.jsonl holds 2.',
        '',
        '  scenario        create-report',
        '  at              model call 3: lane 1, place 3   (session.jsonl:15)',
        '  because         no recorded reply is left; nearest is the recorded request of lane 1, place 2',
        '  received        last message: text "more"',
        '  $.messages[3]   expected nothing',
        '                  received {"role":"assistant","content":[{"type":"text","text":"two"}]}',
        '  $.messages[4]   expected nothing',
        '                  received {"role":"user","content":[{"type":"text","text":"more"}]}',
        'ACP_REPLAY_EXHAUSTED',
      ].join('\n'),
    );
    expect(decided(run)[2]).toMatchObject({ outcome: 'miss', code: 'ACP_REPLAY_EXHAUSTED', lane: 1, place: 3 });
  }
});

test('refuses a second call while the first still streams, and goes on afterwards', async () => {
  const run = start({ sources: [recorded] });
  const stream = run.provider.stream({ sessionId: 's', request: request('hello'), signal: new AbortController().signal });
  const first = stream[Symbol.asyncIterator]();
  await first.next();
  const error = await refused(call(run, 's', request('hello')));
  expect(error.message).toContain('lane 1 is still streaming model call 1');
  expect(decided(run)[1]).toMatchObject({ outcome: 'ambiguous', code: 'ACP_REPLAY_AMBIGUOUS', lane: 1, place: 2 });
  await first.return?.();
  expect(textOf(await call(run, 's', second))).toBe('two');
});

test('decides nothing for a call that is aborted already', async () => {
  const run = start({ sources: [recorded] });
  const controller = new AbortController();
  controller.abort(new Error('gone'));
  await expect(call(run, 's', request('hello'), controller.signal)).rejects.toThrow('gone');
  expect(run.decisions).toEqual([{ type: 'script', lanes: [2] }]);
});

test('writes the end of every stream', async () => {
  const override = JSON.stringify([{ kind: 'throw', chunks: [], message: 'no', code: 'AUTH', status: 401 }, { kind: 'hang' }]);
  const run = start({ sources: [recorded], override });
  await expect(call(run, 's', request('hello'))).rejects.toMatchObject({ code: 'AUTH', retryable: false });
  const controller = new AbortController();
  const hanging = call(run, 's', request('hello'), controller.signal);
  controller.abort(new Error('cancel'));
  await expect(hanging).rejects.toThrow('cancel');
  expect(run.decisions.filter(({ type }) => type === 'stream-end')).toEqual([
    { type: 'stream-end', call: 1, end: 'thrown', released: 0, left: 0 },
    { type: 'stream-end', call: 2, end: 'aborted', released: 0, left: 0 },
  ]);
});

test('refuses to start beside a credential, and never says its value', () => {
  const decisions: Decision[] = [];
  const create = (environment: Record<string, string>): unknown =>
    createReplayProvider({ plan: plan(), files: { sources: [recorded] }, environment, append: (line) => decisions.push(line) });
  expect(() => create({ DEEPSEEK_API_KEY: 'hunter2' })).toThrow(/DEEPSEEK_API_KEY[\s\S]*ACP_REPLAY_CREDENTIAL/);
  expect(() => create({ DEEPSEEK_API_KEY: 'hunter2', GH_TOKEN: 'hunter2' })).toThrow('DEEPSEEK_API_KEY, GH_TOKEN');
  expect(decisions.map(({ type }) => type)).toEqual(['refused', 'refused']);
  expect(decisions[0]).toMatchObject({ code: 'ACP_REPLAY_CREDENTIAL' });
  expect(JSON.stringify(decisions)).not.toContain('hunter2');
  create({ DEEPSEEK_API_KEY: 'replay' });
  expect(decisions.at(-1)).toEqual({ type: 'script', lanes: [2] });
});

test('writes down why it refuses to start', () => {
  const decisions: Decision[] = [];
  expect(() =>
    createReplayProvider({ plan: plan(), files: { sources: [''] }, environment: {}, append: (line) => decisions.push(line) }),
  ).toThrow();
  expect(decisions).toEqual([{ type: 'refused', code: 'ACP_REPLAY_LOG', reason: 'session.jsonl:1: the session log is empty.' }]);
});

test('lets a fault of its own through', () => {
  const files = {
    get sources(): string[] {
      throw new TypeError('a bug');
    },
  };
  const decisions: Decision[] = [];
  expect(() => createReplayProvider({ plan: plan(), files, environment: {}, append: (line) => decisions.push(line) })).toThrow('a bug');
  expect(decisions).toEqual([]);
});

test('streams lazily: nothing is decided before the first chunk is asked for', async () => {
  const run = start({ sources: [recorded] });
  const stream = run.provider.stream({ sessionId: 's', request: request('hello'), signal: new AbortController().signal });
  expect(decided(run)).toEqual([]);
  await collect(stream);
  expect(decided(run)).toHaveLength(1);
});
