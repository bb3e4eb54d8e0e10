import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemOf } from '../../unit/scenario/support.js';
import { changed, expect, KEY, test, TEXT_TURN, TOOL_TURN, tree } from './support.js';

const prompt = (text: string, more: object = {}) => ({ op: 'prompt', text, ...more });
const START = [{ op: 'initialize' }, { op: 'new_session' }];
const header = async (dir: string) =>
  JSON.parse((await readFile(join(dir, 'input.jsonl'), 'utf8')).split('\n')[0]!) as Record<string, unknown>;

test('keeps when, by what, of which agent and model a scenario was recorded', async ({ stage }) => {
  const dir = await stage.author('x', TEXT_TURN);
  await stage.record('x');
  expect((await header(dir))['provenance']).toEqual({
    kind: 'recorded',
    recordedAt: '1970-01-01T00:00:00.000Z',
    tool: 'test 1',
    agent: 'stand-in 1.0.0',
    model: 'stand-in',
  });
});

test('records again what another live run said, in other pieces and ids, as the same expectations', async ({ stage }) => {
  const dir = await stage.author('x', TOOL_TURN);
  await stage.record('x');
  const first = await tree(dir);
  await stage.record('x', { overwrite: true });
  const second = await tree(dir);
  expect(second['session.jsonl']).not.toBe(first['session.jsonl']);
  for (const name of [
    'requests.expected.jsonl',
    'outcome.expected.json',
    'workspace.expected/notes.txt',
    'system-prompt.expected.md',
    'tool-schemas.expected.json',
    'input.jsonl',
  ])
    expect(second[name]).toBe(first[name]);
});

test('asks for --overwrite before it calls anything, and leaves what stands alone', async ({ stage }) => {
  const dir = await stage.author('x', TEXT_TURN);
  await stage.record('x');
  const before = await tree(dir);
  expect((await problemOf(stage.record('x', { env: { STAND_IN_CRASH: 'initialize' } }))).code).toBe('ACP_SCENARIO_EXISTS');
  expect(await tree(dir)).toEqual(before);
});

const REFUSED: [title: string, code: string, env: Record<string, string>, environment?: Record<string, string>][] = [
  ['without a credential', 'ACP_RECORD_NO_CREDENTIAL', {}, {}],
  ['an agent that crashes', 'ACP_RECORD_REFUSED', { STAND_IN_CRASH: 'session/prompt' }],
  ['an agent that writes noise to stdout', 'ACP_RECORD_REFUSED', { STAND_IN_NOISE: 'Starting...' }],
  ['a model that calls a tool which is not offered', 'ACP_RECORD_REFUSED', { STAND_IN_TOOL: 'read' }],
  ['an agent whose requests differ from run to run', 'ACP_RECORD_NOT_REPLAYABLE', { STAND_IN_RANDOM: '1' }],
];

for (const [title, code, env, environment] of REFUSED) {
  test(`refuses to record ${title}, and writes nothing`, async ({ stage }) => {
    const dir = await stage.author('x', TOOL_TURN);
    const before = await tree(dir);
    const problem = await problemOf(
      stage.record('x', { env, ...(environment && { environment: { PATH: process.env['PATH'], ...environment } }) }),
    );
    expect(problem.code).toBe(code);
    expect(problem.text).not.toContain(KEY);
    expect(await tree(dir)).toEqual(before);
  });
}

test('refuses a run whose model calls went past the listener', async ({ stage }) => {
  await stage.author('x', TEXT_TURN);
  const profile = stage.profile();
  const deaf = { ...profile, session: { ...profile.session!, listen: () => ({ args: [], files: {} }) } };
  const problem = await problemOf(stage.record('x', { profile: deaf }));
  expect(problem.code).toBe('ACP_RECORD_NOTHING_CAPTURED');
  expect(problem.text).toContain('no model call went through the listener');
});

test('redacts a key that the model says, split over deltas, and replays without it', async ({ stage }) => {
  const dir = await stage.author('x', [...START, prompt('key'), prompt('hi')]);
  const { notes } = await stage.record('x');
  const text = JSON.stringify(await tree(dir));
  expect(text).not.toContain(KEY);
  expect(text).toContain('[redacted:canary]');
  expect(notes.join('\n')).toContain('redacted: canary (value of $STAND_IN_API_KEY) in session.jsonl line');
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
});

test('refuses a secret that the author wrote into the input', async ({ stage }) => {
  const dir = await stage.author('x', [...START, prompt(`write key.txt ${KEY}`)]);
  const before = await tree(dir);
  const problem = await problemOf(stage.record('x'));
  expect(problem.code).toBe('ACP_RECORD_SECRET');
  expect(problem.text).toContain('canary (value of $STAND_IN_API_KEY) in input.jsonl');
  expect(problem.text).not.toContain(KEY);
  expect(await tree(dir)).toEqual(before);
});

test('refuses a secret in the workspace seed before the agent sees it, and names the variable, never the value', async ({ stage }) => {
  const dir = await stage.author('x', TEXT_TURN, { files: { 'workspace/.env': `# settings\nKEY=${KEY}\n` } });
  const before = await tree(dir);
  const problem = await problemOf(stage.record('x', { env: { STAND_IN_CRASH: 'initialize' } }));
  expect(problem.code).toBe('ACP_RECORD_SECRET');
  expect(problem.text).toContain('canary (value of $STAND_IN_API_KEY) in workspace/.env line 2, column 5');
  expect(problem.text).not.toContain(KEY);
  expect(await tree(dir)).toEqual(before);
});

test('records over a red scenario with a reason, which is kept, and tells why it was red and what is new on each surface', async ({
  stage,
}) => {
  const dir = await stage.author('x', TEXT_TURN);
  const first = await stage.record('x');
  expect([first.red, first.changes]).toEqual([[], []]);
  expect((await stage.record('x', { overwrite: true, reason: 'not red at all' })).red).toEqual([]);
  await writeFile(join(dir, 'outcome.expected.json'), (await tree(dir))['outcome.expected.json']!.replace('end_turn', 'refusal'));
  const before = await tree(dir);
  const refused = await problemOf(stage.record('x', { overwrite: true }));
  expect(refused.code).toBe('ACP_RECORD_RED');
  expect(refused.text).toMatch(/outcome +1 finish kind/);
  expect(await tree(dir)).toEqual(before);
  const { red, changes } = await stage.record('x', { overwrite: true, reason: 'it ends well' });
  expect(red).toEqual([['outcome', '1 finish kind']]);
  expect(changes.find(({ surface }) => surface === 'outcome')).toMatchObject({ status: 'changed', counts: { 'finish kind': 1 } });
  expect(changes.map(({ surface }) => surface)).toEqual(expect.arrayContaining(['transcript', 'requests', 'session-log', 'outcome']));
  expect((await header(dir))['provenance']).toMatchObject({ reason: 'it ends well' });
});

test('records the cwd as a token, also where the model says it in pieces, and binds it to the next one', async ({ stage }) => {
  const dir = await stage.author('x', [...START, prompt('where'), prompt('hi')]);
  await stage.record('x');
  const files = await tree(dir);
  expect(JSON.stringify(files)).not.toContain('/playwright-acp-');
  expect(files['requests.expected.jsonl']).toContain('I work in {{cwd}}, as told.');
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
  expect(run.logs[0]!.text).toContain(run.bindings!.cwd[0]);
});

test('records a cancel as a hang that is cancelled again', async ({ stage }) => {
  const seen = { frame: { method: 'session/update', params: { update: { sessionUpdate: 'agent_message_chunk' } } } };
  await stage.author('x', [...START, prompt('wait', { wait: false }), { op: 'cancel', when: seen }, { op: 'wait_for', response: true }]);
  await stage.record('x');
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
  expect(run.outcome?.prompts).toEqual([{ session: 'main', stopReason: 'cancelled' }]);
});

test('numbers lanes by the order in which sessions were opened, whichever is prompted first', async ({ stage }) => {
  const session = (name: string) => ({ op: 'new_session', session: name });
  const dir = await stage.author('x', [
    { op: 'initialize' },
    session('a'),
    session('b'),
    prompt('write b.txt second', { session: 'b' }),
    prompt('hi', { session: 'a' }),
  ]);
  await stage.record('x');
  const files = await tree(dir);
  expect(files['session.jsonl']).toContain('"text":"hi"');
  expect(files['session.1.jsonl']).toContain('write b.txt second');
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
});

test('records an agent without model calls, without a key', async ({ stage }) => {
  const dir = await stage.author('x', START, { header: { seam: 'none', headerClass: undefined, pin: undefined } });
  await stage.record('x', { environment: { PATH: process.env['PATH'] } });
  expect(Object.keys(await tree(dir))).toEqual(['input.jsonl', 'outcome.expected.json', 'session.jsonl', 'transcript.expected.jsonl']);
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
});

const OVERRIDE = [
  {
    kind: 'throw',
    chunks: [
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'text-delta', index: 0, text: 'Hel' },
    ],
    message: 'the provider broke',
    code: 'SERVER',
    status: 500,
  },
];

test('records a whole-list override without a key, as authored', async ({ stage }) => {
  const dir = await stage.author('x', [...START, { op: 'expect_error', request: prompt('hi') }], {
    header: { overridden: { reason: 'no provider breaks on demand' } },
    files: { 'replay.override.json': JSON.stringify(OVERRIDE) },
  });
  await stage.record('x', { environment: { PATH: process.env['PATH'] } });
  expect((await header(dir))['provenance']).toMatchObject({ kind: 'authored', reason: 'no provider breaks on demand' });
  expect((await tree(dir))['session.jsonl']).toContain('"text":"Hel"');
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
  expect(run.outcome?.prompts[0]?.error?.message).toBe('the provider broke');
});

test('records a patched script: the live log is kept, and what its patch makes of it is expected', async ({ stage }) => {
  const dir = await stage.author('x', [...START, { op: 'prompt', text: 'hi' }], {
    header: { overridden: { reason: 'another word' } },
    files: {
      'replay.override.json': JSON.stringify({
        patches: [
          {
            index: 0,
            entry: {
              kind: 'chunks',
              chunks: [
                { type: 'block-start', index: 0, blockType: 'text' },
                { type: 'text-delta', index: 0, text: 'Patched.' },
                { type: 'block-end', index: 0, block: { type: 'text', text: 'Patched.' } },
                { type: 'finish', reason: { kind: 'stop' } },
              ],
            },
          },
        ],
      }),
    },
  });
  await stage.record('x');
  const files = await tree(dir);
  expect(files['session.jsonl']).toContain('Hello there.');
  expect(files['session.expected.jsonl']).toContain('Patched.');
  expect((await header(dir))['provenance']).toMatchObject({ kind: 'recorded', model: 'stand-in' });
  const run = await stage.run('x');
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
  expect(changed(run)).toEqual([]);
});

test('says which pin is missing or differs from what was sent', async ({ stage }) => {
  const plain = { header: { pin: undefined } };
  await stage.author('first', TEXT_TURN, plain);
  expect((await stage.record('first')).notes).toEqual(['no scenario pins header class "plain" yet: record one with "pin":true']);
  await stage.author('pin', TEXT_TURN);
  await stage.record('pin');
  await stage.author('second', TEXT_TURN, plain);
  expect((await stage.record('second')).notes).toEqual([]);
  await stage.author('third', TEXT_TURN, plain);
  expect((await stage.record('third', { env: { STAND_IN_SYSTEM: ' Be brief.' } })).notes).toEqual([
    'record or refresh pin too: its system-prompt.expected.md differ from what this recording sent',
  ]);
});
