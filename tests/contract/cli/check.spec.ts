import { expect, test } from '../fixtures/inline.js';
import { configSource, projectFiles } from '../fixtures/projects.js';

const TRANSCRIPT = 'snapshots/greeting/transcript.expected.jsonl';
const OUTCOME = 'snapshots/greeting/outcome.expected.json';

interface Json {
  findings: { guard: string; scenario?: string; place: string; problem: string; fix: string; mechanical: boolean }[];
  fixed: string[];
  scenarios: Record<string, number>;
  loosenings: { scenario: string; what: string; reason: string }[];
}

test('findings with guard, place, problem and fix; as text and as JSON; 0, 1 and 2; and what is mechanical is repaired', async ({
  inlineProject,
}) => {
  const noisy = configSource(`globalSetup: './setup.ts', webServer: { command: 'node never.mjs', port: 1 },`);
  const project = inlineProject(
    projectFiles(['greeting', 'other'], {
      'quiet.config.ts': configSource(),
      'setup.ts': `console.log('their setup');\nexport default () => { throw new Error('not for a check'); };\n`,
    }),
  );
  expect(await project.run(['--update-snapshots', '--config', 'quiet.config.ts'])).toMatchObject({ exitCode: 0, passed: 2 });
  // Nothing of the user's is started for a check.
  project.write('playwright.config.ts', noisy);
  const clean = await project.cli(['check']);
  expect(clean.output).toMatch(/Loosenings\n {2}greeting {2}only transcript, outcome compared {2}the tiny agent has no others\n/);
  expect(clean.output).toContain('2 scenarios: 0 recorded, 2 authored; no findings');
  expect(clean.exitCode).toBe(0);

  project.write(TRANSCRIPT, project.read(TRANSCRIPT).trimEnd());
  project.write(OUTCOME, project.read(OUTCOME).replaceAll('\n', '\r\n'));
  project.write('snapshots/other/stray.txt', 'x');
  const found = await project.cli(['check']);
  expect(found.output).toContain(
    `${OUTCOME}:1\n  form: The line ends with CRLF.\n  fix: save it with LF line ends, and keep \`*.jsonl -text\` in .gitattributes   (or: npx playwright-acp check --fix)\n`,
  );
  expect(found.output).toContain(
    'snapshots/other/stray.txt\n  orphaned-file: This file does not belong to a scenario.\n  fix: remove it\n',
  );
  expect(found.output).toContain('3 findings');
  expect(found.exitCode).toBe(1);

  const named = await project.cli(['check', 'other', '--json']);
  const json = JSON.parse(named.output) as Json;
  expect(json.findings).toEqual([
    {
      guard: 'orphaned-file',
      scenario: 'other',
      place: 'snapshots/other/stray.txt',
      problem: 'This file does not belong to a scenario.',
      fix: 'remove it',
      mechanical: false,
    },
  ]);
  expect(json.scenarios).toEqual({ recorded: 0, authored: 2, unrecorded: 0 });
  expect(named.exitCode).toBe(1);

  const before = project.state('snapshots');
  const inCi = await project.cli(['check', '--fix'], { CI: '1' });
  expect(inCi.output).toContain('ACP_CHECK_FIX_IN_CI');
  expect(inCi.exitCode).toBe(2);
  expect(project.state('snapshots')).toEqual(before);

  const fixed = JSON.parse((await project.cli(['check', '--fix', '--json'])).output) as Json;
  expect(fixed.fixed).toEqual([OUTCOME, TRANSCRIPT]);
  expect(fixed.findings.map(({ guard }) => guard)).toEqual(['orphaned-file']);
  expect(project.exists('snapshots/other/stray.txt')).toBe(true);
  project.remove('snapshots/other/stray.txt');
  expect(await project.cli(['check'])).toMatchObject({ exitCode: 0 });

  const misspelt = await project.cli(['check', 'othr']);
  expect(misspelt.output).toContain('did you mean "other"?');
  expect(misspelt.exitCode).toBe(2);
  const nowhere = await project.cli(['check', '--dir', 'nowhere']);
  expect(nowhere.output).toContain('ACP_SCENARIO_FOLDER_MISSING');
  expect(nowhere.exitCode).toBe(2);
});

test('acp.maxAge makes an old recording a finding, and a config without the acp key is no clean check', async ({ inlineProject }) => {
  const files = projectFiles(['greeting']);
  files['playwright.config.ts'] = configSource().replace("scenarios: 'snapshots'", "scenarios: 'snapshots', maxAge: 30");
  files['snapshots/greeting/input.jsonl'] = files['snapshots/greeting/input.jsonl']!.replace(
    '{"kind":"authored"}',
    '{"kind":"recorded","recordedAt":"2020-01-01T00:00:00Z","tool":"playwright-acp 0.1.0","agent":"tiny 1"}',
  );
  const project = inlineProject(files);
  expect(await project.run(['--update-snapshots'])).toMatchObject({ exitCode: 0 });
  const old = await project.cli(['check']);
  expect(old.output).toMatch(/snapshots\/greeting\/input\.jsonl:1\n {2}max-age: Recorded \d+ days ago; acp\.maxAge is 30\./);
  expect(old.exitCode).toBe(1);
  project.write('playwright.config.ts', `export default {};\n`);
  const plain = await project.cli(['check']);
  expect(plain.output).toContain('ACP_CLI_CONFIG');
  expect(plain.exitCode).toBe(2);
});

test('finishes a recording that was killed before it reads, and says so; in CI it is a finding and nothing is written', async ({
  inlineProject,
}) => {
  const project = inlineProject(projectFiles(['greeting']));
  expect(await project.cli(['record', 'greeting'])).toMatchObject({ exitCode: 0 });
  const dead = 2 ** 22 + 7;
  for (const name of ['input.jsonl', 'outcome.expected.json', 'transcript.expected.jsonl'])
    project.write(
      `snapshots/.greeting.acp-next.${dead}/${name}`,
      project.read(`snapshots/greeting/${name}`).replace('The scenario', 'The new'),
    );
  project.write('snapshots/.greeting.acp-swap', String(dead));
  const before = project.state('snapshots');
  const inCi = await project.cli(['check', '--json'], { CI: '1' });
  expect(inCi.exitCode).toBe(1);
  const { findings, finished } = JSON.parse(inCi.output) as { findings: { guard: string }[]; finished: string[] };
  expect(findings.map(({ guard }) => guard)).toContain('interrupted');
  expect(finished).toEqual([]);
  expect(project.state('snapshots')).toEqual(before);

  const checked = await project.cli(['check']);
  expect(checked.output).toMatch(/Interrupted recordings that were finished\n +greeting\n/);
  expect(checked.exitCode).toBe(0);
  expect(project.read('snapshots/greeting/input.jsonl')).toContain('The new greeting');
  expect(Object.keys(project.state('snapshots')).every((name) => name.startsWith('greeting/'))).toBe(true);
});
