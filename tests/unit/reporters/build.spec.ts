import { expect, test } from '@playwright/test';
import { groupCommands } from '../../../reporters/model/commands.js';
import { buildReport, LIMITS } from '../../../reporters/model/index.js';
import type { CollectedRun } from '../../../reporters/model/types.js';
import { compared, input, jsonl, report, run, surface } from './samples.js';

const statusOf = (...reports: Parameters<typeof report>[1][]) =>
  buildReport(input(reports.map((more, index) => run(report(`s${index}`, more))))).index.scenarios.map(({ status }) => status);

test('a scenario is as its worst surface, and a run that broke unexplained failed to run', () => {
  const failure = { code: 'ACP_X', message: 'broke' };
  expect(
    statusOf({ surfaces: [surface('transcript', 'matched'), surface('requests', 'changed'), surface('outcome', 'not-reached')], failure }),
  ).toEqual(['changed']);
  expect(statusOf({ failure })).toEqual(['failed-to-run']);
  expect(statusOf({ surfaces: [] })).toEqual(['matched']);
  expect(statusOf({ surfaces: [surface('transcript', 'skipped')] })).toEqual(['skipped']);
  expect(statusOf({ surfaces: [surface('transcript', 'skipped'), surface('outcome', 'new')] })).toEqual(['new']);
});

test('what needs eyes comes first, then names in order', () => {
  const { index } = buildReport(
    input([
      run(report('b')),
      run(report('a')),
      run(report('z', { surfaces: [surface('outcome', 'missing')] })),
      run(report('y', { surfaces: [surface('outcome', 'failed-to-run')] })),
    ]),
  );
  expect(index.scenarios.map(({ name }) => name)).toEqual(['y', 'z', 'a', 'b']);
});

test('the last attempt is the one to look at, the worst of several repeats', () => {
  const changed = { surfaces: [surface('outcome', 'changed')] };
  const { index } = buildReport(
    input([
      run(report('flaky', changed), { retry: 0 }),
      run(report('flaky'), { retry: 1 }),
      run(report('often'), { repeat: 0 }),
      run(report('often', changed), { repeat: 1 }),
      run(report('often'), { repeat: 2, ordinal: 2 }),
    ]),
  );
  expect(index.scenarios.map(({ name, status, unsteady }) => [name, status, unsteady])).toEqual([
    ['often', 'changed', true],
    ['flaky', 'matched', true],
  ]);
  expect(index.scenarios[0]!.runs.map(({ label }) => label)).toEqual([
    'repeat 1, first attempt',
    'first attempt',
    'repeat 2, first attempt, run 2',
  ]);
  expect(index.scenarios[1]!.runs.map(({ label }) => label)).toEqual(['retry 1', 'first attempt']);
});

test('scenarios of one name are told apart by project and folder; runs by test', () => {
  const { index, details } = buildReport(
    input([
      run(report('one')),
      run(report('one'), { project: 'other' }),
      run(report('one', { directory: 'elsewhere/one' })),
      run(report('one'), { title: 'by hand' }),
    ]),
  );
  expect(index.scenarios.map(({ id }) => id)).toEqual(['one@other', 'one@replay', 'one@replay~2']);
  expect(index.scenarios[1]!.runs.map(({ label }) => label)).toEqual(['by hand, first attempt', 'one, first attempt']);
  for (const scenario of index.scenarios) for (const { block } of scenario.runs) expect(details.has(block)).toBe(true);
});

test('tests of one title in several files are told apart by their place', () => {
  const { index } = buildReport(input([run(report('one'), { location: 'b.spec.ts:3' }), run(report('one'), { location: 'a.spec.ts:3' })]));
  expect(index.scenarios[0]!.runs.map(({ label }) => label)).toEqual([
    'one (a.spec.ts:3), first attempt',
    'one (b.spec.ts:3), first attempt',
  ]);
});

test('the order in which runs ended does not show', () => {
  const runs = [
    run(report('a'), { project: 'x' }),
    run(report('a'), { project: 'y' }),
    run(report('a', { directory: 'elsewhere/a' })),
    run(report('a', { surfaces: [surface('outcome', 'changed')] }), { retry: 1 }),
    run(report('a'), { ordinal: 2 }),
    run(report('b'), { repeat: 1 }),
    run(report('b')),
  ];
  const { index, details } = buildReport(input(runs));
  const other = buildReport(input(runs.toReversed()));
  expect(other.index).toEqual(index);
  expect([...other.details]).toEqual([...details]);
});

test('equal changes of several scenarios meet, whatever their ordinals; different ones do not', () => {
  const changed = (at: number, to: string) => ({
    surfaces: [
      compared('session-log', {
        'session.expected.jsonl': [
          jsonl([{ type: 'tool', data: { list: Array.from({ length: at }, () => 'x'), name: 'a' } }]),
          jsonl([{ type: 'tool', data: { list: Array.from({ length: at }, (_, index) => (index === at - 1 ? to : 'x')), name: 'a' } }]),
        ],
      }),
    ],
  });
  const { index } = buildReport(
    input([run(report('s1', changed(1, 'y'))), run(report('s2', changed(3, 'y'))), run(report('s3', changed(1, 'z')))]),
  );
  expect(index.groups.map(({ path, actual, count, scenarios }) => [path, actual, count, scenarios.map(({ name }) => name)])).toEqual([
    ['$.data.list[0]', '"y"', 2, ['s1', 's2']],
    ['$.data.list[0]', '"z"', 1, ['s3']],
  ]);
});

test('a group offers commands only for what they can accept, each name once', () => {
  const surfaces = [compared('session-log', { 'session.expected.jsonl': [jsonl([{ type: 'a' }]), jsonl([{ type: 'b' }])] })];
  const failure = (code: string) => ({ surfaces, failure: { code, message: code } });
  const offered = (runs: CollectedRun[]) => {
    const { index } = buildReport(input(runs));
    return groupCommands(index.groups[0]!, index.scenarios);
  };
  const command = (name: string) => `npx playwright test -g "${name}" --update-snapshots`;
  expect(
    offered([
      run(report('broken', failure('ACP_AGENT_CRASHED'))),
      run(report('drifted', failure('ACP_REPLAY_DRIFT'))),
      run(report('meant', { surfaces })),
      run(report('meant', { surfaces }), { project: 'other' }),
    ]),
  ).toEqual({ commands: [command('meant'), command('drifted')], left: 1 });
  expect(offered([run(report('broken', failure('ACP_AGENT_CRASHED')))])).toEqual({ commands: [], left: 1 });
});

test('a prompt that another scenario holds is refreshed with that one', () => {
  const surfaces = [compared('system-prompt', { 'system-prompt.expected.md': ['a\n', 'b\n'] })];
  const drift = { code: 'ACP_REPLAY_DRIFT', message: 'drifted' };
  const { index } = buildReport(
    input([
      run(report('holder', { surfaces, pinnedBy: 'holder', failure: drift })),
      run(report('other', { surfaces, pinnedBy: 'holder', failure: drift })),
      run(report('unconcerned', { surfaces: [surface('outcome', 'changed')], pinnedBy: 'holder' })),
    ]),
  );
  expect(index.scenarios.map(({ name, runs }) => [name, runs[0]!.pin])).toEqual([
    ['holder', undefined],
    ['other', 'holder'],
    ['unconcerned', undefined],
  ]);
  expect(groupCommands(index.groups[0]!, index.scenarios).commands).toEqual([
    'npx playwright test -g "holder" --update-snapshots',
    'npx playwright test -g "holder|other" --update-snapshots',
  ]);
});

test('why a run may not be expected is told in a sentence', () => {
  const why = (message: string) =>
    buildReport(input([run(report('s', { failure: { code: 'X', message } }))])).index.scenarios[0]!.runs[0]!.why;
  expect(why('[playwright-acp] In scenario "s" the agent tried to reach a.example.com. Nothing was let through.\n\n  fact')).toBe(
    'The agent tried to reach a.example.com.',
  );
  expect(why('no sentence\nmore')).toBe('No sentence');
  expect(why('')).toBe('');
  expect(why('x'.repeat(300))).toBe(`X${'x'.repeat(199)}…`);
});

test('groups are listed to a limit and counted beyond it; long values are clipped', () => {
  const records = (word: string) =>
    jsonl(Array.from({ length: 150 }, (_, index) => ({ type: 'tool', data: { [`key${index}`]: `${word} ${'long '.repeat(200)}` } })));
  const { index } = buildReport(
    input([run(report('many', { surfaces: [compared('session-log', { 'session.expected.jsonl': [records('a'), records('b')] })] }))]),
  );
  expect(index.groups).toHaveLength(100);
  expect(index.moreGroups).toBe(50);
  expect(index.groups[0]!.expected!.length).toBe(401);
});

test('without metadata the runs themselves say the mode, and an empty report says replay', () => {
  expect(buildReport(input([run(report('r', { runMode: 'refresh' }))], { metadata: undefined })).index).toMatchObject({
    runMode: 'refresh',
    updateMode: '',
  });
  expect(buildReport(input([], { metadata: undefined, notes: ['n'] })).index).toMatchObject({
    runMode: 'replay',
    scenarios: [],
    notes: ['n'],
  });
});

test('every limit but the last keeps less than the one before', () => {
  for (const [index, limits] of LIMITS.entries()) {
    const before = LIMITS[index - 1];
    if (before) for (const key of ['equal', 'changed', 'context', 'line', 'record'] as const) expect(limits[key]).toBeLessThan(before[key]);
  }
});
