import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReviewManifest, ReviewSurface } from '../../../harness/schema/index.js';
import { expect, test } from '../fixtures/inline.js';
import type { InlineProject } from '../fixtures/inline.js';
import { inputSource } from '../fixtures/projects.js';
import { agent, committedProject, git } from './reviewed.js';
import { zipOf } from './zip-of.js';
import type { ZipEntry } from './zip-of.js';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

test('a red CI becomes a reviewed commit: the uploaded report is applied here, without a key or a run', async ({ inlineProject }) => {
  const project = await committedProject(inlineProject, ['greeting']);
  project.write('agent.mjs', agent('new', { exit: 4 }));
  const red = await project.run([], { CI: '1' });
  expect(red.exitCode).toBe(1);
  expect(git(project, 'status', '--short', '--', 'snapshots')).toBe('');
  const folder = join(project.dir, 'playwright-acp-report');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:json|html)$|actual\/./.test(name));
  const entries = names.map((name) => ({
    name: `playwright-acp-report/${name}`,
    content: readFileSync(join(folder, name)),
    deflate: true,
  }));
  writeFileSync(join(project.dir, 'ci.zip'), zipOf(entries));
  rmSync(folder, { recursive: true });

  const listed = await project.cli(['apply', 'ci.zip', '--list']);
  expect(listed.output).toContain('3 surfaces need a look, 3 can be accepted.');
  expect((await project.cli(['apply', 'ci.zip', '--accept', 'workspace:greeting'], { CI: '1' })).output).toContain('ACP_REVIEW_IN_CI');
  const applied = await project.cli(['apply', 'ci.zip', '--accept', 'workspace:greeting']);
  expect(applied.output).toBe('written  snapshots/greeting/workspace.expected/note.txt\n1 surface accepted.\n');
  expect(git(project, 'diff', '--stat', '--', 'snapshots')).toContain(' 1 file changed, 1 insertion(+), 1 deletion(-)');
  expect((await project.cli(['apply', 'ci.zip', '--accept', 'all'])).exitCode).toBe(0);
  expect((await project.run([], { CI: '1' })).exitCode).toBe(0);

  const shown = await project.cli(['show-report', 'ci.zip']);
  expect(shown.exitCode).toBe(0);
  expect(readFileSync(shown.output.trim(), 'utf8')).toContain('data-block="index"');
  rmSync(shown.output.trim());
  expect((await project.cli(['show-report', '--no-open'])).output.replaceAll('\\', '/')).toBe('playwright-acp-report/index.html\n');
  expect((await project.cli(['show-report', 'nowhere'])).output).toContain('ACP_REVIEW_NO_REPORT');
});

const OLD = transcript('old');
const NEW = transcript('new');

function transcript(word: string): string {
  const header = { type: 'fixture', fixture: 'transcript', schema: 1, scenario: 'greeting', compare: 'strict' };
  return `${JSON.stringify(header)}\n${JSON.stringify({ from: 'agent', noise: word })}\n`;
}

/** What a reporter would write of one changed transcript, with whatever a test puts in its place. */
function manifest(surface: Partial<ReviewSurface> = {}, scenario: Partial<ReviewManifest['scenarios'][number]> = {}): ReviewManifest {
  const name = 'transcript.expected.jsonl';
  return {
    schema: 1,
    startedAt: '2026-11-30T12:00:00.000Z',
    runMode: 'replay',
    scenarios: [
      {
        scenario: 'greeting',
        description: 'x',
        directory: 'snapshots/greeting',
        projects: [''],
        drifted: false,
        surfaces: [
          {
            surface: 'transcript',
            status: 'changed',
            changeCount: 1,
            changes: [],
            groups: [],
            grouped: false,
            acceptance: { base: [{ name, sha256: sha256(OLD) }], write: [{ name, sha256: sha256(NEW) }], remove: [] },
            ...surface,
          },
        ],
        ...scenario,
      },
    ],
    groups: [],
    notes: [],
  };
}

function localProject(make: (files: Record<string, string>) => InlineProject): InlineProject {
  return make({
    'snapshots/greeting/input.jsonl': inputSource('greeting', 'hello', ['transcript', 'workspace']),
    'snapshots/greeting/transcript.expected.jsonl': OLD,
    'snapshots/greeting/workspace/seed.txt': 'seed\n',
  });
}

const entriesOf = (of: ReviewManifest, contents: readonly string[] = [NEW]): ZipEntry[] => [
  { name: 'review.json', content: JSON.stringify(of) },
  ...contents.map((content) => ({ name: `actual/${sha256(content)}`, content })),
];

async function apply(project: InlineProject, entries: readonly ZipEntry[], more: readonly string[] = []) {
  writeFileSync(join(project.dir, 'ci.zip'), zipOf(entries));
  const before = project.state();
  const result = await project.cli(['apply', 'ci.zip', '--accept', 'all', ...more]);
  return { ...result, isUntouched: JSON.stringify(project.state()) === JSON.stringify(before) };
}

test('the honest artifact is the control: it writes its one file', async ({ inlineProject }) => {
  const project = localProject(inlineProject);
  expect(await apply(project, entriesOf(manifest()))).toMatchObject({ exitCode: 0, isUntouched: false });
  expect(project.read('snapshots/greeting/transcript.expected.jsonl')).toBe(NEW);
});

test('archives that no uploader makes are not read', async ({ inlineProject }) => {
  const project = localProject(inlineProject);
  const good = entriesOf(manifest());
  const hostile: [string, ZipEntry[], string][] = [
    ['a name that leaves', [...good, { name: '../evil.txt', content: 'x' }], 'ACP_REVIEW_UNSAFE'],
    ['a name that leaves late', [...good, { name: 'actual/../../evil.txt', content: 'x' }], 'ACP_REVIEW_UNSAFE'],
    ['an absolute name', [...good, { name: '/evil.txt', content: 'x' }], 'ACP_REVIEW_UNSAFE'],
    ['a drive', [...good, { name: 'C:/evil.txt', content: 'x' }], 'ACP_REVIEW_UNSAFE'],
    ['a backslash', [...good, { name: '..\\evil.txt', content: 'x' }], 'ACP_REVIEW_UNSAFE'],
    ['a link', [...good, { name: 'link', content: '/etc/passwd', mode: 0o120777 }], 'ACP_REVIEW_UNSAFE'],
    ['a name twice', [...good, good[0]!], 'ACP_REVIEW_UNSAFE'],
    ['a bomb', [{ name: 'review.json', content: Buffer.alloc(65 * 1024 * 1024), deflate: true }], 'ACP_REVIEW_TOO_BIG'],
    [
      'a bomb that lies',
      [{ name: 'review.json', content: Buffer.alloc(65 * 1024 * 1024), deflate: true, declaredSize: 10 }],
      'ACP_REVIEW_UNREADABLE',
    ],
    ['no manifest', [{ name: 'index.html', content: '<p>' }], 'ACP_REVIEW_NO_DATA'],
    ['a manifest that is none', [{ name: 'review.json', content: '{}' }], 'ACP_REVIEW_UNREADABLE'],
  ];
  for (const [what, entries, code] of hostile) {
    const { output, exitCode, isUntouched } = await apply(project, entries);
    expect(output, what).toContain(code);
    expect({ what, exitCode, isUntouched }).toEqual({ what, exitCode: 1, isUntouched: true });
  }
  writeFileSync(join(project.dir, 'ci.zip'), 'no zip at all');
  expect((await project.cli(['apply', 'ci.zip', '--list'])).output).toContain('ACP_REVIEW_UNREADABLE');
});

test('an artifact writes no file but expected ones of a scenario below this folder', async ({ inlineProject }) => {
  const outside = localProject(inlineProject);
  const project = localProject(inlineProject);
  symlinkSync(join(outside.dir, 'snapshots'), join(project.dir, 'linked'), 'junction');
  const outsideBefore = outside.state();
  const writing = (name: string) => ({
    acceptance: { base: manifest().scenarios[0]!.surfaces[0]!.acceptance!.base, write: [{ name, sha256: sha256(NEW) }], remove: [] },
  });
  const removing = (name: string) => ({ acceptance: { ...writing('x').acceptance, write: [], remove: [name] } });
  const names = [
    'input.jsonl',
    'session.jsonl',
    'replay.override.json',
    'provider-replay.jsonl',
    'workspace/seed.txt',
    'workspace.expected/x',
    '../x',
    '../../../evil.txt',
    'outcome.expected.json',
    '/evil.txt',
    'transcript.expected.jsonl/../input.jsonl',
  ];
  const directories = [
    '../' + outside.dir.split('/').at(-1)! + '/snapshots/greeting',
    'linked/greeting',
    join(outside.dir, 'snapshots/greeting'),
    'snapshots',
    '.',
    'snapshots/gone',
    '..',
    'snapshots\\greeting',
  ];
  const nonsense = 'not a transcript\n';
  const cases: [string, ZipEntry[]][] = [
    ...names.map((name): [string, ZipEntry[]] => [`writes ${name}`, entriesOf(manifest(writing(name)))]),
    ...names.map((name): [string, ZipEntry[]] => [`removes ${name}`, entriesOf(manifest(removing(name)))]),
    ...directories.map((directory): [string, ZipEntry[]] => [directory, entriesOf(manifest({}, { directory }))]),
    [
      'workspace that leaves',
      entriesOf(
        manifest({
          surface: 'workspace',
          acceptance: { base: [], write: [{ name: 'workspace.expected/../../evil.txt', sha256: sha256(NEW) }], remove: [] },
        }),
      ),
    ],
    [
      'a surface that is not declared',
      entriesOf(
        manifest({
          surface: 'outcome',
          acceptance: { base: [], write: [{ name: 'outcome.expected.json', sha256: sha256(NEW) }], remove: [] },
        }),
      ),
    ],
    [
      'a pin’s file outside the pin',
      entriesOf(
        manifest({
          surface: 'system-prompt',
          acceptance: { base: [], write: [{ name: 'system-prompt.expected.md', sha256: sha256(NEW) }], remove: [] },
        }),
      ),
    ],
    [
      'other bytes',
      [
        { name: 'review.json', content: JSON.stringify(manifest()) },
        { name: `actual/${sha256(NEW)}`, content: 'other' },
      ],
    ],
    ['no bytes', entriesOf(manifest(), [])],
    [
      'nonsense',
      entriesOf(
        manifest({ acceptance: { ...writing('x').acceptance, write: [{ name: 'transcript.expected.jsonl', sha256: sha256(nonsense) }] } }),
        [nonsense],
      ),
    ],
    ['a broken run', entriesOf(manifest({}, { blocked: { code: 'ACP_AGENT_EXITED', message: 'x' } }))],
    ['a refused surface', entriesOf(manifest({ acceptance: undefined, refused: 'because' }))],
  ];
  for (const [what, entries] of cases) {
    const { exitCode, isUntouched, output } = await apply(project, entries);
    expect({ what, exitCode, isUntouched }, output).toEqual({ what, exitCode: 1, isUntouched: true });
  }
  expect(outside.state()).toEqual(outsideBefore);
});

test('links of a downloaded folder are not followed', async ({ inlineProject }) => {
  const project = localProject(inlineProject);
  project.write('secret.txt', NEW);
  project.write('ci/review.json', JSON.stringify(manifest()));
  mkdirSync(join(project.dir, 'ci/actual'));
  symlinkSync(join(project.dir, 'secret.txt'), join(project.dir, 'ci/actual', sha256(NEW)));
  const refused = await project.cli(['apply', 'ci', '--accept', 'all']);
  expect(refused.output).toContain('a symbolic link');
  expect(refused.exitCode).toBe(1);
  expect(project.read('snapshots/greeting/transcript.expected.jsonl')).toBe(OLD);
});

test('what a drifted run did not reach is not offered: the refresh command is printed, and no text steers the terminal', async ({
  inlineProject,
}) => {
  const project = localProject(inlineProject);
  const evil = '\u001b[2J\u202Eevil\u0007\u009b1m';
  const drifted = manifest(
    {
      status: 'not-reached',
      acceptance: undefined,
      refused: `model call 2 drifted ${evil}`,
      note: evil,
      changes: [{ kind: 'value', file: evil, label: evil, path: evil, expected: evil, actual: evil }],
    },
    { drifted: true, description: evil, blocked: { code: 'ACP_REPLAY_DRIFT', message: `[playwright-acp] Replay drifted ${evil}` } },
  );
  drifted.notes.push(evil);
  const { output, exitCode, isUntouched } = await apply(project, entriesOf(drifted));
  expect({ exitCode, isUntouched }, output).toEqual({ exitCode: 1, isUntouched: true });
  expect(output).toContain('npx playwright test -g "greeting" --update-snapshots');
  const listed = (await project.cli(['apply', 'ci.zip', '--list'])).output;
  expect(listed).toContain('npx playwright test -g "greeting" --update-snapshots');
  expect(listed).toContain('not offered: model call 2 drifted \\u001b[2J\\u202eevil\\u0007\\u009b1m');
  expect(output + listed).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
});
