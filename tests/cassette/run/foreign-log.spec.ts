import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refreshFiles, type Run } from '../../../harness/run/index.js';
import type { AgentProfile } from '../../../harness/schema/index.js';
import { changed, expect, statuses, test, type Stage } from './support.js';

const program = fileURLToPath(new URL('programs/keeps-log.mjs', import.meta.url));
const STEPS = [
  { op: 'initialize' },
  { op: 'new_session', session: 'a' },
  { op: 'new_session', session: 'b' },
  { op: 'prompt', session: 'b', text: 'second' },
  { op: 'prompt', session: 'a', text: 'first' },
];

const profile = (env: Record<string, string> = {}): AgentProfile => ({
  name: 'keeps-log',
  command: ['{{node}}', program],
  env,
  sessionLog: { folder: '{{home}}/.keeps', files: '**/log-*.jsonl', format: 'jsonl' },
  state: ['.keeps'],
});

/** A scenario whose expected files are those of a first run; `steps` may leave the prompts out. */
async function expected(
  stage: Stage,
  steps: readonly object[] = STEPS,
  agent: AgentProfile = profile(),
): Promise<{ dir: string; first: Run }> {
  const dir = await stage.author('keeps', steps, { header: { seam: 'none', agent: 'keeps-log', headerClass: undefined, pin: undefined } });
  const first = await stage.run('keeps', {}, { profile: agent });
  const { write, refused } = refreshFiles(first);
  expect(refused).toEqual([]);
  for (const [name, content] of write) await writeFile(join(dir, name), content!);
  return { dir, first };
}

test("an agent's own log is a surface: a file per session in the order they were opened, equal in the next run", async ({ stage }) => {
  const { first } = await expected(stage);
  const run = await stage.run('keeps', {}, { profile: profile() });
  expect(run.failure).toBeUndefined();
  expect(statuses(run)).toMatchObject({ 'session-log': 'matched', 'tool-calls': 'matched', transcript: 'matched', workspace: 'matched' });
  expect(refreshFiles(run).write.size, 'a refresh writes nothing').toBe(0);
  const log = first.surfaces.find(({ surface }) => surface === 'session-log')!;
  const texts = log.files.map(({ name, content }) => [name, new TextDecoder().decode(content).split('\n').slice(1, -1)] as const);
  expect(texts).toEqual([
    [
      'session.expected.jsonl',
      [
        '{"uuid":"{{uuid#1}}","timestamp":"{{time}}","type":"meta","sessionId":"{{session#1}}","cwd":"{{cwd}}"}',
        '{"uuid":"{{uuid#2}}","timestamp":"{{time}}","type":"user","turn_id":"{{turn#1}}","text":"first"}',
        '{"uuid":"{{uuid#3}}","timestamp":"{{time}}","type":"call","turn_id":"{{turn#1}}","id":"{{id#1}}","file":"{{cwd}}/a.txt","durationMs":"{{duration}}"}',
      ],
    ],
    ['session.1.expected.jsonl', expect.arrayContaining([expect.stringContaining('"text":"second"')])],
  ]);
  expect(log.normalized.map(({ name }) => name)).toEqual(['cwd', 'duration', 'id id', 'session id', 'time', 'turn id', 'uuid id']);
});

test('a change of the log is told from a change of a tool call', async ({ stage }) => {
  await expected(stage);
  expect(changed(await stage.run('keeps', {}, { profile: profile({ KEEPS_TEXT: '!' }) }))).toEqual(['session-log']);
  expect(changed(await stage.run('keeps', {}, { profile: profile({ KEEPS_PATH: 'b.txt' }) }))).toEqual(['transcript', 'tool-calls']);
});

test('a record that is written beside a turn may come at any time, where the profile says so', async ({ stage }) => {
  const titled = (title: string): AgentProfile => ({
    ...profile({ KEEPS_TITLE: title }),
    sessionLog: { ...profile().sessionLog!, aside: [{ where: { type: 'title' }, reason: 'a call of its own brings it' }] },
  });
  await expected(stage, STEPS, titled('late: a report'));
  const early = await stage.run('keeps', {}, { profile: titled('early: a report') });
  expect(changed(early)).toEqual([]);
  const { normalized } = early.surfaces.find(({ surface }) => surface === 'session-log')!;
  expect(normalized).toContainEqual({ name: 'place of title', reason: 'a call of its own brings it', count: 2 });
  expect(changed(await stage.run('keeps', {}, { profile: titled('early: a poem') }))).toEqual(['session-log']);
  expect(changed(await stage.run('keeps', {}, { profile: profile({ KEEPS_TITLE: 'early: a report' }) }))).toEqual(['session-log']);
});

test('a log that was cut off or is not there is a finding; a damaged one breaks the run', async ({ stage }) => {
  await expected(stage);
  const findings = (run: Run) => run.findings.filter(({ rule }) => rule.startsWith('log-')).map(({ rule, severity }) => [rule, severity]);
  const torn = ['log-torn', 'error'];
  expect(findings(await stage.run('keeps', {}, { profile: profile({ KEEPS_TORN: '1' }) }))).toEqual([torn, torn]);
  expect(findings(await stage.run('keeps', {}, { profile: profile({ KEEPS_NONE: '1' }) }))).toEqual([['log-missing', 'error']]);
  const damaged = await stage.run('keeps', {}, { profile: profile({ KEEPS_DAMAGED: '1' }) });
  expect(damaged.failure).toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
  expect(damaged.frames.length).toBeGreaterThan(0);
});

test('sessions that were never prompted need no log; files that no session owns are named as not compared', async ({ stage }) => {
  await expected(stage, STEPS.slice(0, 2));
  const quiet = await stage.run('keeps', {}, { profile: profile({ KEEPS_NONE: '1' }) });
  expect(quiet.findings).toEqual([]);
  const none = { ...profile(), sessionLog: { ...profile().sessionLog!, session: () => undefined } };
  const run = await stage.run('keeps', {}, { profile: none });
  expect(run.surfaces.find(({ surface }) => surface === 'session-log')!.notCompared).toEqual([
    "a file of the log's folder that no session owns",
  ]);
});
