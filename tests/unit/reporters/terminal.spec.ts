import { expect, test } from '@playwright/test';
import { buildReport, type CollectedRun } from '../../../reporters/model/index.js';
import { MOST_LINES, summarize } from '../../../reporters/terminal.js';
import { compared, input, jsonl, report, run, surface } from './samples.js';

const options = { file: 'playwright-acp-report/index.html', ci: false, width: 160 };
const summary = (runs: CollectedRun[], more: object = {}, notes: string[] = []) =>
  summarize(buildReport(input(runs, { notes })), { ...options, ...more });
const changed = (word = 'new') =>
  compared('session-log', {
    'session.expected.jsonl': [jsonl([{ type: 'tool', data: { a: 'old' } }]), jsonl([{ type: 'tool', data: { a: word } }])],
  });

test('nothing ran: nothing is printed', () => {
  expect(summary([])).toEqual([]);
});

test('all matched: one line and the place of the report', () => {
  expect(summary([run(report('a'))])).toEqual([
    '',
    '  playwright-acp: 1 scenario, all matched',
    '',
    '  Report         playwright-acp-report/index.html',
    '',
  ]);
});

test('each surface that changed shows its first divergence; the others one line by status', () => {
  const surfaces = [
    changed(),
    surface('transcript', 'not-reached'),
    surface('workspace', 'not-reached'),
    surface('outcome', 'changed'),
    surface('conformance', 'new'),
  ];
  expect(summary([run(report('drift', { surfaces })), run(report('fine'))]).slice(1)).toEqual([
    '  playwright-acp: 1 of 2 scenarios needs a look',
    '',
    '  drift [replay]',
    '    session log: 1 change, first session.expected.jsonl:1 tool $.data.a (value)',
    '      - "old"',
    '      + "new"',
    '    outcome: changed',
    '    transcript, workspace: not reached',
    '    conformance: new',
    '',
    '  Report         playwright-acp-report/index.html',
    '  If intended    npx playwright test -g "drift" --update-snapshots',
    '',
  ]);
});

test('a command that accepts is offered only for what refresh can accept', () => {
  const failure = { code: 'ACP_FINDING', message: 'x' };
  const never = run(report('never', { surfaces: [changed()], failure }));
  expect(summary([never]).join('\n')).not.toContain('--update-snapshots');
  expect(summary([run(report('written', { surfaces: [surface('transcript', 'new')] }))]).join('\n')).not.toContain('--update-snapshots');
  const drift = run(report('drift', { surfaces: [changed()], failure: { ...failure, code: 'ACP_REPLAY_DRIFT' } }));
  expect(summary([never, drift])).toContain('  If intended    npx playwright test -g "drift" --update-snapshots');
  expect(summary([never, drift, run(report('other', { surfaces: [changed()] }))])).toContain(
    '  If intended    npx playwright test -g "drift" --update-snapshots   (or another of these 2 scenarios)',
  );
});

test('a run that broke without surfaces says so, and CI is offered nothing that writes', () => {
  const lines = summary([run(report('broken', { surfaces: [], failure: { code: 'X', message: 'x' } }), { project: '' })], { ci: true });
  expect(lines).toContain('    failed to run');
  expect(lines).toContain('  broken');
  expect(lines.join('\n')).not.toContain('--update-snapshots');
});

test('however much changed, the summary stays within its lines and the terminal', () => {
  const runs = Array.from({ length: 50 }, (_, index) =>
    run(report(`s${index}`, { surfaces: [changed(`\u001B[31m${'long '.repeat(100)}\nnext`)] })),
  );
  const lines = summary(runs, { width: 80 }, ['first note\nsecond line']);
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.join('')).not.toContain('\u001B');
  expect(lines.some((line) => /… and \d+ more in the report/.test(line))).toBe(true);
  expect(lines).toContain('  ! first note');
  expect(lines.at(-3)).toContain('playwright-acp-report/index.html');
});
