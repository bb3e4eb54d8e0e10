import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../../report/samples.js';
import { expect, test } from '../fixtures/inline.js';
import { playwright } from './nested.js';

/** A green project that attaches one run by hand; a reporter before ours may spoil what ours is told. */
const project = (spoil = '', options = '{}'): Record<string, string> => ({
  'playwright.config.ts': `export default { reporter: [['./spoil.ts'], ['playwright-acp/reporter', ${options}]] };`,
  'spoil.ts': `export default class { ${spoil} }`,
  'a.spec.ts': `
import { test } from '@playwright/test';
test('one', () => test.info().attach('_acp:run', { body: ${JSON.stringify(JSON.stringify(report('one')))}, contentType: 'application/json' }));
`,
});

test('the project is green where nothing is spoiled', async ({ inlineProject }) => {
  const { code, output } = await playwright(inlineProject(project()).dir, ['test']);
  expect(code, output).toBe(0);
});

for (const [hook, spoil] of [
  [
    'onBegin',
    `onBegin(config, suite) { const all = suite.allTests; suite.allTests = () => { suite.allTests = all; throw new Error('spoiled'); }; }`,
  ],
  ['onTestEnd', `onTestEnd(test, result) { Object.defineProperty(result, 'attachments', { get() { throw new Error('spoiled'); } }); }`],
  ['onEnd', `onEnd(result) { Object.defineProperty(result, 'startTime', { get() { throw new Error('spoiled'); } }); }`],
] as const) {
  test(`an exception in ${hook} fails a green run and says where`, async ({ inlineProject }) => {
    const { code, output } = await playwright(inlineProject(project(spoil)).dir, ['test']);
    expect(code).toBe(1);
    expect(output).toContain('ACP_REPORT_FAILED');
    expect(output).toMatch(new RegExp(`in +${hook}`));
    expect(output).toMatch(/problem +spoiled/);
  });
}

test('a folder that cannot be written fails the run', async ({ inlineProject }) => {
  test.skip(process.platform !== 'linux', 'as root nothing but the system’s own folders is read-only');
  const isRoot = process.getuid?.() === 0;
  const nested = inlineProject(project('', `{ outputFolder: '${isRoot ? '/proc/acp-report' : 'locked/report'}' }`));
  mkdirSync(join(nested.dir, 'locked'));
  chmodSync(join(nested.dir, 'locked'), 0o555);
  const { code, output } = await playwright(nested.dir, ['test']);
  chmodSync(join(nested.dir, 'locked'), 0o755);
  expect(code).toBe(1);
  expect(output).toContain('The report could not be written.');
  expect(output).toContain('ACP_REPORT_NOT_WRITTEN');
});

test('no room for the report fails the run, leaves the last page whole and no half one', async ({ inlineProject }) => {
  test.skip(process.platform === 'win32', 'no limit on file sizes');
  const nested = inlineProject({ ...project(), 'playwright-acp-report/index.html': 'the last page' });
  const cli = fileURLToPath(new URL('../../../node_modules/@playwright/test/cli.js', import.meta.url));
  // Blocks of 512 or 1,024 bytes: above what Playwright writes itself, below the page.
  const limited = `ulimit -f 60 && exec "$0" "$@"`;
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile('sh', ['-c', limited, process.execPath, cli, 'test'], { cwd: nested.dir }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
  expect(code, output).toBe(1);
  expect(output).toContain('The report could not be written: there is no room for it.');
  expect(output).toContain('ACP_REPORT_NOT_WRITTEN');
  expect(nested.read('playwright-acp-report/index.html')).toBe('the last page');
  expect(nested.exists('playwright-acp-report/index.html.part')).toBe(false);
});

test('a job summary that cannot be written fails the run, and the report is there', async ({ inlineProject }) => {
  const nested = inlineProject(project());
  const { code, output } = await playwright(nested.dir, ['test'], { GITHUB_STEP_SUMMARY: join(nested.dir, 'none/summary.md') });
  expect(code).toBe(1);
  expect(output).toContain('ACP_REPORT_NOT_WRITTEN');
  expect(output).toContain('summary.md');
  expect(nested.exists('playwright-acp-report/report.json')).toBe(true);
});
