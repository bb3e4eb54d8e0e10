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
  const lines = summary(
    [run(report('broken', { surfaces: [], failure: { code: 'X', message: 'no answer.\n\n  at  initialize' } }), { project: '' })],
    { ci: true },
  );
  expect(lines).toContain('    No answer.');
  expect(lines).toContain('  broken');
  expect(lines.join('\n')).not.toContain('--update-snapshots');
});

test('what changed alike is told once and first; the rest by scenario', () => {
  const runs = [
    ...Array.from({ length: 20 }, (_, at) => run(report(`s${at + 1}`, { surfaces: [changed()] }))),
    run(report('alone', { surfaces: [changed('other'), surface('outcome', 'not-reached')] })),
    run(report('alike and more', { surfaces: [changed(), surface('outcome', 'missing')] })),
  ];
  const lines = summary(runs);
  expect(lines.slice(1)).toEqual([
    '  playwright-acp: 22 of 22 scenarios need a look',
    '',
    '  21 scenarios: session log tool $.data.a (value)',
    '      - "old"',
    '      + "new"',
    '    alike and more, s1, s10, s11, s12, s13, s14, s15 and 13 more',
    '',
    '  alike and more [replay]',
    '    session log: 1 change, first session.expected.jsonl:1 tool $.data.a (value)',
    '      - "old"',
    '      + "new"',
    '    outcome: missing',
    '',
    '  alone [replay]',
    '    session log: 1 change, first session.expected.jsonl:1 tool $.data.a (value)',
    '      - "old"',
    '      + "other"',
    '    outcome: not reached',
    '',
    '  Report         playwright-acp-report/index.html',
    '  If intended    npx playwright test -g "alike and more" --update-snapshots   (or another of these 22 scenarios)',
    '',
  ]);
});

test('twenty scenarios that changed each in its own way: every one is named with its first divergence', () => {
  const runs = Array.from({ length: 20 }, (_, at) =>
    run(report(`s${at + 1}`, { surfaces: [changed(`new ${at}`), surface('outcome', 'changed')] })),
  );
  const lines = summary(runs);
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  for (let at = 0; at < 20; at++) {
    const line = lines.find((one) => one.startsWith(`  s${at + 1} [replay]`));
    expect(line).toBeDefined();
    if (line!.includes(': ')) expect(line).toContain(`session log 1, first $.data.a "old" → "new ${at}"; outcome`);
    else expect(lines).toContain(`      + "new ${at}"`);
  }
  expect(lines.join('\n')).not.toContain('more in the report');
});

for (const count of [1, 5, 6, 7, 12, 30, 33, 34, 35, 36, 500]) {
  test(`${count} changed scenarios with notes stay within the lines and the terminal, and what was cut is counted`, () => {
    const runs = Array.from({ length: count }, (_, index) =>
      run(report(`s${index}`, { surfaces: [changed(`\u001B[31m${index} ${'long '.repeat(100)}\nnext`)] })),
    );
    const lines = summary(
      runs,
      { width: 80 },
      Array.from({ length: 9 }, (_, at) => `note ${at}\nsecond line`),
    );
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.join('')).not.toContain('\u001B');
    expect(lines).toContain('  ! note 3');
    expect(lines).toContain('  ! … and 5 more in the report');
    expect(lines.at(-3)).toContain('playwright-acp-report/index.html');
    const named = lines.filter((line) => /^ {2}s\d+ \[/.test(line)).length;
    const cut = Number(lines.map((line) => /^ {2}… and (\d+) more/.exec(line)?.[1]).find(Boolean) ?? 0);
    expect(named + cut).toBe(count);
  });
}

test('groups leave room for what stands alone', () => {
  const same = (word: string) => Array.from({ length: 2 }, (_, at) => run(report(`${word}${at}`, { surfaces: [changed(word)] })));
  const runs = [...Array.from({ length: 20 }, (_, at) => same(`w${at}-`)).flat(), run(report('alone', { surfaces: [changed('z')] }))];
  const lines = summary(runs);
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  expect(lines.filter((line) => line.includes('2 scenarios:')).length).toBeGreaterThan(2);
  expect(lines.some((line) => line.startsWith('  alone ['))).toBe(true);
  expect(lines.some((line) => /… and \d+ more in the report/.test(line))).toBe(true);
});
