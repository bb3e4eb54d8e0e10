import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../contract/fixtures/inline.js';
import { compared, report, surface } from './samples.js';
import { unpackReport } from './unpack.js';

const outcome = (exitCode: number) => `{\n  "exitCode": ${exitCode}\n}\n`;
const changed = () => compared('outcome', { 'outcome.expected.json': [outcome(0), outcome(1)] });

/** A project whose tests attach runs by hand: the reporter sees no more of a real one. */
function project(options = '{}', more: Record<string, string> = {}): Record<string, string> {
  return {
    'playwright.config.ts': `export default { reporter: [['list'], ['playwright-acp/reporter', ${options}]], globalSetup: './setup.ts', projects: [{ name: 'first' }, { name: 'second' }], workers: 1 };`,
    'setup.ts': `export default (config) => { config.metadata['playwright-acp'] = { schema: 1, runMode: 'replay', updateMode: 'none', tool: { version: '1.2.3', node: 'v20', playwright: '1.65', platform: 'linux' }, findings: [] }; };`,
    'runs.ts': `export const same = ${JSON.stringify(report('same'))};\nexport const calm = ${JSON.stringify(report('other'))};\nexport const other = ${JSON.stringify(report('other', { surfaces: [surface('transcript', 'matched'), changed()] }))};`,
    'a.spec.ts': `
      import { test } from '@playwright/test';
      import { same, other, calm } from './runs.ts';
      const attach = (run) => test.info().attach('_acp:run', { body: JSON.stringify(run), contentType: 'application/json' });
      test('same', () => attach(same));
      test('other', async () => { await attach(test.info().retry === 0 ? other : calm); if (test.info().retry === 0) throw new Error('\\u001b[31mdiffers\\u001b[0m'); });
    `,
    ...more,
  };
}

async function mergeReports(cwd: string, args: string[]): Promise<string> {
  const cli = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));
  // The outer run's variables would steer the nested one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:CI|PLAYWRIGHT_.*|PW_.*|TEST_.*|NODE_OPTIONS)$/.test(name)),
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, 'merge-reports', ...args], { cwd, env });
  return `${stdout}${stderr}`;
}

const clean = (text: string): string => text.replaceAll('\\', '/');

test('it writes one page beside list, says what changed, and tells projects and retries apart', async ({ inlineProject }) => {
  const nested = inlineProject(project());
  const { exitCode, output } = await nested.run(['--retries=1', '--reporter=']);
  expect(exitCode, output).toBe(0);
  const { index, details } = unpackReport(nested.read('playwright-acp-report/index.html'));
  expect(index.tool?.version).toBe('1.2.3');
  expect(index.manyProjects).toBe(true);
  expect(index.scenarios.map(({ id, status, unsteady, runs }) => [id, status, unsteady, runs.length])).toEqual([
    ['other@first', 'matched', true, 2],
    ['other@second', 'matched', true, 2],
    ['same@first', 'matched', false, 1],
    ['same@second', 'matched', false, 1],
  ]);
  expect(index.scenarios[0]!.runs.map(({ label, status }) => `${label}: ${status}`)).toEqual([
    'retry 1: matched',
    'first attempt: changed',
  ]);
  expect(index.scenarios[0]!.runs[1]).toMatchObject({ error: 'Error: differs', location: 'a.spec.ts:6', testStatus: 'failed' });
  expect(details.size).toBe(6);
  expect(clean(output)).toContain('Report         playwright-acp-report/index.html');
});

test('the summary names scenario, surface, first divergence, report and command', async ({ inlineProject }) => {
  const nested = inlineProject(project(`{ outputFolder: 'deep/er', open: 'never' }`));
  const { exitCode, output } = await nested.run(['--project=first', '--reporter=']);
  expect(exitCode).toBe(1);
  const summary = clean(output).slice(clean(output).indexOf('  playwright-acp:'));
  expect(summary.trimEnd()).toBe(
    [
      '  playwright-acp: 1 of 2 scenarios needs a look',
      '',
      '  other [first]',
      '    outcome: 1 change, first outcome.expected.json:1 record $.exitCode (value)',
      '      - 0',
      '      + 1',
      '',
      '  Report         deep/er/index.html',
      '  If intended    npx playwright test -g "other" --update-snapshots',
    ].join('\n'),
  );
  expect(nested.exists('deep/er/index.html')).toBe(true);
});

test('in CI the summary offers nothing that writes', async ({ inlineProject }) => {
  const nested = inlineProject(project());
  const { output } = await nested.run(['--project=first', '--reporter='], { CI: '1' });
  expect(output).toContain('needs a look');
  expect(output).not.toContain('--update-snapshots');
});

test('a list of tests needs no report, and the reporter is no hindrance', async ({ inlineProject }) => {
  const scenario = `import { test } from '@playwright/test'; test('b', { annotation: { type: 'scenario' } }, () => {});`;
  const nested = inlineProject(project('{}', { 'b.spec.ts': scenario }));
  const { exitCode, output } = await nested.run(['--list', '--reporter=']);
  expect(exitCode, output).toBe(0);
  expect(output).toContain('Total: 6 tests');
  expect(nested.exists('playwright-acp-report')).toBe(false);
});

test('it is quiet and writes nothing when no scenario ran', async ({ inlineProject }) => {
  const nested = inlineProject(project('{}', { 'a.spec.ts': `import { test } from '@playwright/test'; test('plain', () => {});` }));
  const { exitCode, output } = await nested.run(['--reporter=']);
  expect(exitCode).toBe(0);
  expect(output).not.toContain('playwright-acp');
  expect(nested.exists('playwright-acp-report')).toBe(false);
});

test('shards merged from blobs give the page of one run', async ({ inlineProject }) => {
  const nested = inlineProject(project());
  for (const shard of ['1/2', '2/2']) {
    await nested.run([`--shard=${shard}`, '--reporter=blob'], { PLAYWRIGHT_BLOB_OUTPUT_FILE: `blobs/${shard.replace('/', '-')}.zip` });
  }
  const output = await mergeReports(nested.dir, ['blobs', '--reporter=playwright-acp/reporter']);
  const { index, details } = unpackReport(nested.read('playwright-acp-report/index.html'));
  expect(index.tool?.version, output).toBe('1.2.3');
  expect(index.scenarios.map(({ id, status }) => [id, status])).toEqual([
    ['other@first', 'changed'],
    ['other@second', 'changed'],
    ['same@first', 'matched'],
    ['same@second', 'matched'],
  ]);
  expect(details.size).toBe(4);
});

test('a run that cannot be read fails the run, and the rest is still shown', async ({ inlineProject }) => {
  const nested = inlineProject(
    project('{}', {
      'b.spec.ts': `
        import { test } from '@playwright/test';
        test('broken', () => test.info().attach('_acp:run', { body: '{"schema":1,"scenario":7}', contentType: 'application/json' }));
        test('torn', () => test.info().attach('_acp:run', { body: '{"sche', contentType: 'application/json' }));
      `,
    }),
  );
  const { exitCode, output } = await nested.run(['--project=first', '-g', 'same|broken|torn', '--reporter=']);
  expect(exitCode).toBe(1);
  expect(output).toContain('A run could not be read, so the report is partial.');
  expect(output).toContain('ACP_REPORT_RUN_UNREADABLE');
  expect(output).toContain('scenario: ');
  const { index } = unpackReport(nested.read('playwright-acp-report/index.html'));
  expect(index.scenarios.map(({ id }) => id)).toEqual(['same']);
  expect(index.notes).toHaveLength(2);
});

test('a page that cannot be written fails the run with its reason', async ({ inlineProject }) => {
  const nested = inlineProject(project(`{ outputFolder: 'taken/report' }`, { taken: 'a file, not a folder' }));
  const { exitCode, output } = await nested.run(['-g', 'same', '--reporter=']);
  expect(exitCode).toBe(1);
  expect(output).toContain('ACP_REPORT_NOT_WRITTEN');
});

test('metadata that cannot be read fails the run', async ({ inlineProject }) => {
  const nested = inlineProject(
    project('{}', { 'setup.ts': `export default (config) => { config.metadata['playwright-acp'] = { schema: 2 }; };` }),
  );
  const { exitCode, output } = await nested.run(['-g', 'same', '--reporter=']);
  expect(exitCode).toBe(1);
  expect(output).toContain('ACP_REPORT_METADATA');
});

for (const [options, words] of [
  ["{ outputFoldr: 'x' }", 'The reporter has no option "outputFoldr".'],
  ["{ open: 'sometimes' }", 'The reporter\'s option "open" must be always, never, on-failure.'],
  ['{ outputFolder: 3 }', 'The reporter\'s option "outputFolder" must be a folder.'],
] as const) {
  test(`options ${options} are an error before any test runs`, async ({ inlineProject }) => {
    const { exitCode, output } = await inlineProject(project(options)).run(['--reporter=']);
    expect(exitCode).toBe(1);
    expect(output).toContain(words);
    expect(output).toContain('ACP_REPORT_OPTION');
    expect(output).not.toContain('passed');
  });
}
