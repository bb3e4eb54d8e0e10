import { readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { loadScenario, rollForward } from '../../../harness/scenario/index.js';
import { expect, header, input, jsonl, LOG, problemOf, scenario, STEPS, test, tree } from './support.js';

test('reads header, steps with their lines, sources in lane order, expected files and seed', async ({ folder }) => {
  const dir = await scenario(folder, 'two', {
    'session.1.jsonl': jsonl(...LOG),
    'session.1.expected.jsonl': jsonl({ type: 'fixture', fixture: 'session', schema: 1, scenario: 'two' }),
    'workspace/a/b.txt': 'seed',
    'workspace.expected/a/b.txt': 'left',
  });
  const loaded = await loadScenario(dir);
  expect(loaded.name).toBe('two');
  expect(loaded.steps.map(({ step, line }) => [step.op, line])).toEqual([
    ['initialize', 2],
    ['new_session', 3],
    ['prompt', 4],
  ]);
  expect(loaded.files.sources).toEqual([join(dir, 'session.jsonl'), join(dir, 'session.1.jsonl')]);
  expect([...loaded.files.expected.keys()].sort()).toEqual(['session.1.expected.jsonl', 'session.jsonl', 'workspace.expected/a/b.txt']);
  expect(loaded.workspaceSeed).toBe(join(dir, 'workspace'));
  expect(loaded.files.override).toBeUndefined();
});

test('gives absolute paths for a relative directory: agents read them from elsewhere', async ({ folder }) => {
  const dir = await scenario(folder, 'x');
  expect((await loadScenario(relative(process.cwd(), dir))).files.sources).toEqual([join(dir, 'session.jsonl')]);
});

test('takes an override that the header declares', async ({ folder }) => {
  const dir = await scenario(folder, 'over', {
    'input.jsonl': input('over', { overridden: { reason: 'a fault' } }),
    'replay.override.json': '[{"kind":"hang"}]',
  });
  expect((await loadScenario(dir)).files.override).toBe(join(dir, 'replay.override.json'));
});

test('takes a scenario without model calls and a log that holds none', async ({ folder }) => {
  const bare = await scenario(folder, 'bare', { 'input.jsonl': input('bare', { seam: 'none' }), 'session.jsonl': undefined });
  expect((await loadScenario(bare)).files.sources).toEqual([]);
  const logged = await scenario(folder, 'logged', { 'input.jsonl': input('logged', { seam: 'none' }), 'session.jsonl': jsonl(LOG[0]) });
  const loaded = await loadScenario(logged);
  expect(loaded.files.sources).toEqual([]);
  expect([...loaded.files.expected.keys()]).toEqual(['session.jsonl']);
});

test('lets a scenario that is about to be recorded lack its log', async ({ folder }) => {
  const dir = await scenario(folder, 'fresh', { 'session.jsonl': undefined });
  expect((await loadScenario(dir, { forRecord: true })).files.sources).toEqual([]);
  const { code, text } = await problemOf(loadScenario(dir));
  expect(code).toBe('ACP_SCENARIO_FILE_MISSING');
  expect(text).toContain('npx playwright-acp record fresh');
});

test('asks for a header class where a scenario is a pin', async ({ folder }) => {
  const { code } = await problemOf(loadScenario(await scenario(folder, 'x', { 'input.jsonl': input('x', { pin: true }) })));
  expect(code).toBe('ACP_SCENARIO_RULE');
});

const file = (name: string, content: string | Uint8Array | undefined) => ({ [name]: content });
const steps = (...more: object[]) => file('input.jsonl', jsonl(header('x'), ...STEPS, ...more));
const fixture = (kind: string, more: object = {}) => ({ type: 'fixture', fixture: kind, schema: 1, scenario: 'x', ...more });

const REFUSED: [title: string, files: Record<string, string | Uint8Array | undefined>, code: string, names: string[]][] = [
  ['a missing input', file('input.jsonl', undefined), 'ACP_SCENARIO_FILE_MISSING', ['input.jsonl']],
  ['an empty input', file('input.jsonl', ''), 'ACP_SCENARIO_FILE_EMPTY', ['input.jsonl:1']],
  ['an input of blank lines', file('input.jsonl', '\n\n'), 'ACP_SCENARIO_FILE_EMPTY', ['input.jsonl:1']],
  ['an input without steps', file('input.jsonl', jsonl(header('x'))), 'ACP_SCENARIO_RULE', ['input.jsonl:1']],
  ['malformed JSON in the input', file('input.jsonl', `${jsonl(header('x'))}{"op":\n`), 'ACP_JSONL_MALFORMED', ['input.jsonl:2']],
  ['a byte order mark', file('input.jsonl', `\uFEFF${input('x')}`), 'ACP_JSONL_BOM', ['input.jsonl:1']],
  ['CRLF line ends', file('input.jsonl', input('x').replaceAll('\n', '\r\n')), 'ACP_JSONL_CRLF', ['input.jsonl:1']],
  [
    'merge-conflict markers in JSONL',
    file('input.jsonl', `${jsonl(header('x'))}<<<<<<< ours\n`),
    'ACP_JSONL_MERGE_CONFLICT',
    ['input.jsonl:2'],
  ],
  [
    'an input that is not UTF-8',
    file('input.jsonl', Buffer.concat([Buffer.from([0xc3, 0x28]), Buffer.from(input('x'))])),
    'ACP_SCENARIO_ENCODING',
    ['input.jsonl'],
  ],
  ['a first line that is no header', file('input.jsonl', jsonl(...STEPS)), 'ACP_SCENARIO_HEADER', ['input.jsonl:1']],
  ['a first line that is null', file('input.jsonl', jsonl(null, ...STEPS)), 'ACP_SCENARIO_HEADER', ['input.jsonl:1']],
  [
    'a header of another kind',
    file('input.jsonl', jsonl({ ...header('x'), fixture: 'transcript' })),
    'ACP_SCENARIO_HEADER',
    ['"transcript"', 'input.jsonl:1'],
  ],
  [
    'another schema version',
    file('input.jsonl', jsonl({ ...header('x'), schema: 2 }, ...STEPS)),
    'ACP_SCENARIO_SCHEMA_VERSION',
    ['schema 2', 'input.jsonl:1'],
  ],
  [
    'an unknown key of the header',
    file('input.jsonl', input('x', { sufaces: 1 })),
    'ACP_SCENARIO_UNKNOWN_KEY',
    ['input.jsonl:1', 'did you mean "surfaces"?'],
  ],
  [
    'an unknown compare mode',
    file('input.jsonl', input('x', { compare: { mode: 'casual', reason: 'parallel' } })),
    'ACP_SCENARIO_UNKNOWN_VALUE',
    ['"compare.mode"', 'did you mean "causal"?'],
  ],
  [
    'a missing seam',
    file('input.jsonl', input('x', { seam: undefined })),
    'ACP_SCENARIO_INVALID',
    ['"seam": missing', 'session, provider, none'],
  ],
  [
    'a missing description',
    file('input.jsonl', input('x', { description: undefined })),
    'ACP_SCENARIO_INVALID',
    ['"description": missing'],
  ],
  [
    'a loosening without its reason',
    file('input.jsonl', input('x', { overridden: {} })),
    'ACP_SCENARIO_INVALID',
    ['"overridden.reason": missing'],
  ],
  [
    'a surface list without its reason',
    file('input.jsonl', input('x', { surfaces: { only: ['transcript'] } })),
    'ACP_SCENARIO_INVALID',
    ['"surfaces.reason"'],
  ],
  [
    'an unknown surface',
    file('input.jsonl', input('x', { surfaces: { only: ['transcrpt'], reason: 'short' } })),
    'ACP_SCENARIO_UNKNOWN_VALUE',
    ['did you mean "transcript"?'],
  ],
  ['a name that is not the directory', file('input.jsonl', input('y')), 'ACP_SCENARIO_NAME', ['"y"', '"x"', 'input.jsonl:1']],
  ['a name that climbs out', file('input.jsonl', input('../x')), 'ACP_SCENARIO_INVALID', ['"scenario"']],
  ['an unknown op', steps({ op: 'promt', text: 'x' }), 'ACP_SCENARIO_UNKNOWN_OP', ['input.jsonl:5', 'did you mean "prompt"?']],
  ['a step without op', steps({ text: 'x' }), 'ACP_SCENARIO_UNKNOWN_OP', ['input.jsonl:5']],
  ['a step that is no object', steps(7 as unknown as object), 'ACP_SCENARIO_UNKNOWN_OP', ['input.jsonl:5']],
  [
    'an unknown key of an op',
    steps({ op: 'prompt', txt: 'x' }),
    'ACP_SCENARIO_UNKNOWN_KEY',
    ['input.jsonl:5', 'op "prompt"', 'did you mean "text"?'],
  ],
  [
    'an unknown key deep in a step',
    steps({ op: 'cancel', when: { frame: {}, tiems: 2 } }),
    'ACP_SCENARIO_UNKNOWN_KEY',
    ['input.jsonl:5', '"tiems"'],
  ],
  [
    'an unknown option kind',
    steps({ op: 'answer_permission', option: 'allow_one' }),
    'ACP_SCENARIO_UNKNOWN_VALUE',
    ['did you mean "allow_once"?'],
  ],
  ['a value of the wrong type', steps({ op: 'set_mode', mode: 3 }), 'ACP_SCENARIO_INVALID', ['input.jsonl:5', '"mode"']],
  [
    'an unknown op inside expect_error',
    steps({ op: 'expect_error', request: { op: 'promt' } }),
    'ACP_SCENARIO_UNKNOWN_OP',
    ['input.jsonl:5', 'did you mean "prompt"?'],
  ],
  ['a prompt with neither text nor content', steps({ op: 'prompt' }), 'ACP_SCENARIO_RULE', ['input.jsonl:5', 'needs one of']],
  [
    'a prompt with both text and content',
    steps({ op: 'prompt', text: 'x', content: [{ type: 'text', text: 'x' }] }),
    'ACP_SCENARIO_RULE',
    ['"text" and "content"'],
  ],
  ['a refused prompt with neither', steps({ op: 'expect_error', request: { op: 'prompt' } }), 'ACP_SCENARIO_RULE', ['input.jsonl:5']],
  ['raw bytes given twice', steps({ op: 'raw', text: 'x', base64: 'eA==' }), 'ACP_SCENARIO_RULE', ['"text" and "base64"']],
  ['a wait with several conditions', steps({ op: 'wait_for', response: true, file: 'a' }), 'ACP_SCENARIO_RULE', ['"response" and "file"']],
  ['a wait with none', steps({ op: 'wait_for' }), 'ACP_SCENARIO_RULE', ['needs one of']],
  ['a wait for a text without its file', steps({ op: 'wait_for', response: true, contains: 'x' }), 'ACP_SCENARIO_RULE', ['"contains"']],
  ['a wait for a file above the workspace', steps({ op: 'wait_for', file: '../secret' }), 'ACP_SCENARIO_RULE', ['../secret']],
  ['a cancel on an absolute file', steps({ op: 'cancel', when: { file: '/etc/passwd' } }), 'ACP_SCENARIO_RULE', ['/etc/passwd']],
  [
    'a session that no step opened',
    steps({ op: 'cancel', session: 'mian' }),
    'ACP_SCENARIO_UNKNOWN_SESSION',
    ['input.jsonl:5', 'did you mean "main"?'],
  ],
  ['an unknown file', file('notes.txt', 'x'), 'ACP_SCENARIO_UNKNOWN_FILE', ['notes.txt']],
  ['a misspelt file', file('transcript.expected.json', '{}'), 'ACP_SCENARIO_UNKNOWN_FILE', ['did you mean "transcript.expected.jsonl"?']],
  ['an unknown directory', file('backup/input.jsonl', 'x'), 'ACP_SCENARIO_UNKNOWN_FILE', ['backup/input.jsonl']],
  ['an override that is not declared', file('replay.override.json', '[]'), 'ACP_SCENARIO_UNDECLARED_FILE', ['replay.override.json']],
  [
    'an override that is declared and missing',
    file('input.jsonl', input('x', { overridden: { reason: 'a fault' } })),
    'ACP_SCENARIO_FILE_MISSING',
    ['input.jsonl:1', 'replay.override.json'],
  ],
  [
    'an override of no known kind',
    { ...file('input.jsonl', input('x', { overridden: { reason: 'a fault' } })), ...file('replay.override.json', '[{"kind":"chunk"}]') },
    'ACP_SCENARIO_INVALID',
    ['"0.kind"', 'replay.override.json'],
  ],
  [
    'an override that is no JSON',
    { ...file('input.jsonl', input('x', { overridden: { reason: 'a fault' } })), ...file('replay.override.json', '[\n{]') },
    'ACP_SCENARIO_JSON',
    ['replay.override.json:2'],
  ],
  [
    'a cassette in the session seam',
    file('provider-replay.jsonl', jsonl(fixture('provider-replay'))),
    'ACP_SCENARIO_UNDECLARED_FILE',
    ['provider-replay.jsonl'],
  ],
  [
    'an unknown key in a record of faults',
    file('faults.expected.jsonl', jsonl(fixture('faults'), { type: 'fault', fault: '401', call: 1, end: 'answered', retrys: 2 })),
    'ACP_SCENARIO_UNKNOWN_KEY',
    ['faults.expected.jsonl:2', 'retrys'],
  ],
  [
    'faults of another scenario',
    file('faults.expected.jsonl', jsonl(fixture('faults', { scenario: 'y' }))),
    'ACP_SCENARIO_NAME',
    ['faults.expected.jsonl:1'],
  ],
  [
    'faults of a provider that is not there',
    { ...file('input.jsonl', input('x', { seam: 'none' })), ...file('faults.expected.jsonl', jsonl(fixture('faults'))) },
    'ACP_SCENARIO_UNDECLARED_FILE',
    ['faults.expected.jsonl'],
  ],
  [
    'a session log in the provider seam',
    file('input.jsonl', input('x', { seam: 'provider' })),
    'ACP_SCENARIO_UNDECLARED_FILE',
    ['session.jsonl'],
  ],
  [
    'a pin file outside the pin',
    file('system-prompt.expected.md', 'You are'),
    'ACP_SCENARIO_UNDECLARED_FILE',
    ['system-prompt.expected.md'],
  ],
  [
    'an expected file of an undeclared surface',
    { ...file('input.jsonl', input('x', { surfaces: { only: ['transcript'], reason: 'short' } })), ...file('outcome.expected.json', '{}') },
    'ACP_SCENARIO_UNDECLARED_FILE',
    ['"outcome"'],
  ],
  ['a gap between session logs', file('session.2.jsonl', jsonl(...LOG)), 'ACP_SCENARIO_FILE_MISSING', ['session.1.jsonl']],
  ['an empty session log', file('session.jsonl', ''), 'ACP_SCENARIO_FILE_EMPTY', ['session.jsonl:1']],
  [
    'a log with model calls in a scenario without seam',
    file('input.jsonl', input('x', { seam: 'none' })),
    'ACP_SCENARIO_RULE',
    ['session.jsonl', '1 model call'],
  ],
  [
    'a transcript of another scenario',
    file('transcript.expected.jsonl', jsonl(fixture('transcript', { scenario: 'y', compare: 'strict' }))),
    'ACP_SCENARIO_NAME',
    ['transcript.expected.jsonl:1'],
  ],
  [
    'a transcript record of no known form',
    file('transcript.expected.jsonl', jsonl(fixture('transcript', { compare: 'strict' }), { from: 'nobody', frame: {} })),
    'ACP_SCENARIO_UNKNOWN_VALUE',
    ['transcript.expected.jsonl:2'],
  ],
  [
    'a transcript without header',
    file('transcript.expected.jsonl', jsonl({ from: 'agent', frame: {} })),
    'ACP_SCENARIO_HEADER',
    ['transcript.expected.jsonl:1'],
  ],
  ['an empty expected file', file('requests.expected.jsonl', ''), 'ACP_SCENARIO_FILE_EMPTY', ['requests.expected.jsonl:1']],
  [
    'an expected log of another version',
    file('session.expected.jsonl', jsonl(fixture('session', { schema: 9 }))),
    'ACP_SCENARIO_SCHEMA_VERSION',
    ['schema 9'],
  ],
  [
    'an outcome of another version',
    file('outcome.expected.json', '{"schema":2}'),
    'ACP_SCENARIO_SCHEMA_VERSION',
    ['outcome.expected.json'],
  ],
  [
    'an outcome with CRLF',
    file('outcome.expected.json', '{"schema":1,\r\n"exitCode":0}'),
    'ACP_SCENARIO_CRLF',
    ['outcome.expected.json:1'],
  ],
  [
    'an outcome with a byte order mark',
    file('outcome.expected.json', '\uFEFF{"schema":1}'),
    'ACP_SCENARIO_BOM',
    ['outcome.expected.json:1'],
  ],
  [
    'merge-conflict markers in JSON',
    file('outcome.expected.json', '{\n<<<<<<< ours\n}'),
    'ACP_SCENARIO_CONFLICT',
    ['outcome.expected.json:2'],
  ],
];

for (const [title, files, code, names] of REFUSED) {
  test(`refuses ${title}`, async ({ folder }) => {
    const problem = await problemOf(loadScenario(await scenario(folder, 'x', files)));
    expect(problem.text).toContain(problem.code);
    expect(problem.code).toBe(code);
    for (const name of names) expect(problem.text).toContain(name);
  });
}

test('refuses merge-conflict markers in a system prompt', async ({ folder }) => {
  const dir = await scenario(folder, 'x', {
    'input.jsonl': input('x', { pin: true, headerClass: 'main' }),
    'system-prompt.expected.md': 'You are\n>>>>>>> theirs\n',
  });
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_CONFLICT');
});

test('refuses a link that leaves the workspace seed, as written or by a chain, and takes one that stays', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace/a/inner.txt': 'x' });
  await symlink('a/inner.txt', join(dir, 'workspace/stays'));
  await loadScenario(dir);
  await symlink('../../session.jsonl', join(dir, 'workspace/a/leaves'));
  const problem = await problemOf(loadScenario(dir));
  expect(problem.code).toBe('ACP_SCENARIO_SYMLINK');
  expect(problem.text).toContain('workspace/a/leaves');
});

test('refuses an absolute link of the workspace seed, even one that points into it', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace/a.txt': 'x' });
  await symlink(join(dir, 'workspace/a.txt'), join(dir, 'workspace/absolute'));
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_SYMLINK');
});

test('refuses a chain of links of the workspace seed that leaves it', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace/a/x.txt': 'x' });
  await symlink('a', join(dir, 'workspace/b'));
  await symlink('b/../../session.jsonl', join(dir, 'workspace/chain'));
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_SYMLINK');
});

test('refuses a link among the scenario files, and a scenario directory that is one', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'session.jsonl': undefined });
  await writeFile(join(folder, 'elsewhere.jsonl'), jsonl(...LOG));
  await symlink('../elsewhere.jsonl', join(dir, 'session.jsonl'));
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_SYMLINK');
  await symlink(dir, join(folder, 'link'));
  expect((await problemOf(loadScenario(join(folder, 'link')))).code).toBe('ACP_SCENARIO_NAME');
});

test('refuses names that collide where case does not count', async ({ folder }) => {
  const dir = await scenario(folder, 'x', { 'workspace/Read.me': 'a', 'workspace/read.me': 'b' });
  const problem = await problemOf(loadScenario(dir));
  expect(problem.code).toBe('ACP_SCENARIO_CASE');
  expect(problem.text).toContain('workspace/');
});

test('names the nearest scenario where the directory does not exist', async ({ folder }) => {
  await rename(await scenario(folder, 'x'), join(folder, 'text-turn'));
  const problem = await problemOf(loadScenario(join(folder, 'text-trun')));
  expect(problem.code).toBe('ACP_SCENARIO_MISSING');
  expect(problem.text).toContain('did you mean "text-turn"?');
  await writeFile(join(folder, 'file'), '');
  expect((await problemOf(loadScenario(join(folder, 'file')))).code).toBe('ACP_SCENARIO_MISSING');
});

const MARKED = '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n';

test('for a refresh an expected file that cannot be read counts as missing; a damaged input or replay source stays an error', async ({
  folder,
}) => {
  const damaged = {
    'transcript.expected.jsonl': MARKED,
    'requests.expected.jsonl': '',
    'session.expected.jsonl': MARKED,
    'outcome.expected.json': MARKED,
    'workspace.expected/notes.txt': MARKED,
  };
  const dir = await scenario(folder, 'x', damaged);
  for (const options of [{}, { forRefresh: false }])
    expect((await problemOf(loadScenario(dir, options))).text).toMatch(/expected\.jsonl?:1/);
  const loaded = await loadScenario(dir, { forRefresh: true });
  expect([...loaded.files.damaged!].sort()).toEqual(
    Object.keys(damaged)
      .filter((name) => !name.startsWith('workspace'))
      .sort(),
  );
  // The log is then compared with the recorded one; what stands in the workspace is the agent's, markers and all.
  expect([...loaded.files.expected.keys()].sort()).toEqual(['session.jsonl', 'workspace.expected/notes.txt']);
  expect((await loadScenario(await scenario(folder, 'y'), { forRefresh: true })).files).not.toHaveProperty('damaged');
  for (const name of ['session.jsonl', 'input.jsonl']) {
    const problem = await problemOf(loadScenario(await scenario(folder, `of-${name}`, { [name]: MARKED }), { forRefresh: true }));
    expect(problem.code).toBe('ACP_JSONL_MERGE_CONFLICT');
    expect(problem.text).toContain(`${name}:1`);
  }
});

const DEAD = 2 ** 22 + 7;

test('finishes a replacement that was interrupted before it reads, and refuses where it may not write or the writer lives', async ({
  folder,
}) => {
  const dir = await scenario(folder, 'x');
  await scenario(folder, `.x.acp-next.${DEAD}`, { 'input.jsonl': input('x', { description: 'New.' }) });
  await writeFile(join(folder, '.x.acp-swap'), String(DEAD));
  const before = await tree(folder);
  expect((await problemOf(loadScenario(dir, { readOnly: true }))).code).toBe('ACP_SCENARIO_INTERRUPTED');
  expect(await tree(folder)).toEqual(before);
  expect((await loadScenario(dir)).header.description).toBe('New.');
  expect(await readdir(folder)).toEqual(['x']);
  await writeFile(join(folder, '.x.acp-swap'), String(process.ppid));
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_INTERRUPTED');
});

test('a swap that was taken over is finished by one of several, and by the next where that one was killed too', async ({ folder }) => {
  const dir = await scenario(folder, 'x');
  await scenario(folder, `.x.acp-next.${DEAD}`, { 'input.jsonl': input('x', { description: 'New.' }) });
  await writeFile(join(folder, `.x.acp-swap.${process.ppid}`), String(DEAD));
  expect(await rollForward(folder)).toEqual([]);
  expect((await problemOf(loadScenario(dir))).code).toBe('ACP_SCENARIO_INTERRUPTED');
  await rename(join(folder, `.x.acp-swap.${process.ppid}`), join(folder, `.x.acp-swap.${DEAD + 1}`));
  expect((await Promise.all([rollForward(folder), rollForward(folder), rollForward(folder)])).flat()).toEqual(['x']);
  expect((await loadScenario(dir)).header.description).toBe('New.');
  expect(await readdir(folder)).toEqual(['x']);
});
