import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runScenario } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';
import { expect, statuses, test, TEXT_TURN, TOOL_TURN } from './support.js';

test.beforeEach(async ({ stage }) => {
  await stage.author('failing', TOOL_TURN);
  await stage.record('failing');
});

test('keeps what was captured until an agent crashed, with its last words', async ({ stage }) => {
  const run = await stage.run('failing', { STAND_IN_CRASH: 'session/prompt' });
  expect(run.failure?.code).toBe('ACP_AGENT_EXITED');
  expect(JSON.stringify(run.failure)).toContain('the stand-in crashes as told');
  expect(run.outcome).toMatchObject({ exitCode: 7, shutdown: 'exited-early' });
  expect(run.steps.map(({ op, note }) => [op, note.startsWith('failed')])).toEqual([
    ['initialize', false],
    ['new_session', false],
    ['prompt', true],
  ]);
  expect(run.frames.filter(({ from }) => from === 'agent')).toHaveLength(2);
  expect(run.logs).toHaveLength(1);
  expect(run.replayProblems).toEqual([]);
  expect(Object.values(statuses(run)).filter((status) => status === 'changed')).toEqual([]);
  expect(statuses(run).transcript).toBe('failed-to-run');
});

test('tells a command that is not there, and runs nothing', async ({ stage }) => {
  const scenario = await loadScenario(join(stage.folder, 'scenarios/failing'));
  const run = await runScenario(
    scenario,
    { ...stage.profile(), command: ['no-such-agent-of-ours'] },
    {
      runMode: 'replay',
      placeholders: { package: '/', root: '/', node: process.execPath },
      environment: process.env,
      ledger: stage.ledger,
    },
  );
  expect(run.failure?.code).toBe('ACP_AGENT_NOT_FOUND');
  expect(run.outcome).toBeUndefined();
  expect(run.surfaces).toHaveLength(9);
  expect(new Set(Object.values(statuses(run)))).toEqual(new Set(['failed-to-run']));
});

test('ends an agent that never answers, at its deadline', async ({ stage }) => {
  const profile = { ...stage.profile({ STAND_IN_SILENT: 'session/new' }), deadlines: { step: 300, idle: 300, total: 5000, grace: 1000 } };
  const run = await stage.run('failing', {}, { profile });
  expect(run.failure?.code).toBe('ACP_DEADLINE');
  expect(run.outcome?.shutdown).toBe('stdin-end');
});

test('calls noise a finding, unless the profile allows it', async ({ stage }) => {
  const noisy = stage.profile({ STAND_IN_NOISE: 'Starting...' });
  const run = await stage.run('failing', {}, { profile: noisy });
  expect(run.findings.map(({ rule, allowed }) => [rule, allowed])).toContainEqual(['noise', false]);
  const allowed = await stage.run('failing', {}, { profile: { ...noisy, noise: [{ pattern: '^Starting', reason: 'a banner' }] } });
  expect(allowed.findings).toEqual([]);
  expect(statuses(allowed).transcript).toBe('matched');
});

test("gives the agent none of the caller's variables but the allow-listed ones, whatever they hold", async ({ stage }) => {
  const environment = {
    PATH: process.env['PATH'],
    OPENAI_API_KEY: 'sk-live-0123456789abcdef',
    STAND_IN_API_KEY: 'live',
    AWS_SECRET_ACCESS_KEY: 'x',
    HOME: '/root',
    SOMETHING: 'else',
  };
  const run = await stage.run('failing', { STAND_IN_REPORT: '1' }, { environment });
  const { content } = run.workspace.find(({ path }) => path === 'environment.json')!;
  const seen = JSON.parse(new TextDecoder().decode(content)) as Record<string, string>;
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['SOMETHING']));
  for (const name of ['OPENAI_API_KEY', 'STAND_IN_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'SOMETHING']) expect(seen).not.toHaveProperty(name);
  expect(seen['HOME']).toBe(run.bindings!.home[0]);
  expect([run.failure, ...run.replayProblems]).toEqual([undefined]);
});

test('refuses a profile that hands the agent a live credential in a replay', async ({ stage }) => {
  const run = await stage.run('failing', { OPENAI_API_KEY: 'sk-live-0123456789abcdef' });
  expect(run.replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_CREDENTIAL']);
  expect(JSON.stringify(run.replayProblems)).not.toContain('sk-live');
  expect(new Set(Object.values(statuses(run)))).toEqual(new Set(['not-reached']));
});

test('wraps every step, in order, with its line; one that throws around a step fails the run', async ({ stage }) => {
  const seen: string[] = [];
  const run = await stage.run(
    'failing',
    {},
    {
      onStep: async (step, line, body) => {
        seen.push(`${line} ${step.op}`);
        await body();
      },
    },
  );
  expect(run.failure).toBeUndefined();
  expect(seen).toEqual(['2 initialize', '3 new_session', '4 prompt']);
  const thrown = await stage.run('failing', {}, { onStep: () => Promise.reject(new Error('the test was stopped')) });
  expect(thrown.failure).toMatchObject({ code: 'ACP_HARNESS', summary: 'Error: the test was stopped' });
  expect(thrown.outcome?.shutdown).toBe('stdin-end');
});

test('keeps the sandbox where it is asked to', async ({ stage }) => {
  const run = await stage.run('failing', {}, { keepSandbox: true });
  expect(await readFile(join(run.sandbox!, 'cwd/notes.txt'), 'utf8')).toBe('some words\n');
  await rm(run.sandbox!, { recursive: true });
  await rm(stage.ledger, { recursive: true });
});

test('asks for the pin of the header class before anything is booted', async ({ stage }) => {
  await stage.author('lonely', TEXT_TURN, { header: { headerClass: 'other', pin: undefined } });
  await stage.record('lonely');
  const run = await stage.run('lonely');
  expect(run.failure?.code).toBe('ACP_SCENARIO_PIN');
  expect(run.frames).toEqual([]);
});

test('names a replay provider that was never loaded as the cause of a prompt that fails', async ({ stage }) => {
  const profile = stage.profile();
  const deaf = { ...profile, session: { ...profile.session!, listen: () => ({ args: [], files: {} }) } };
  const run = await stage.run('failing', {}, { profile: deaf });
  expect(run.replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_NOT_LOADED']);
  expect(JSON.stringify(run.replayProblems)).toContain('no key');
  expect(run.failure).toBeUndefined();
  expect(run.consequence?.code).toBe('ACP_REQUEST_FAILED');
  expect(new Set(Object.values(statuses(run)))).toEqual(new Set(['not-reached']));
});
