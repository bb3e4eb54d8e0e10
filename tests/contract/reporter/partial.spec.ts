import { reportFile, type ReportFile } from '../../../harness/schema/index.js';
import { expect, test, type InlineProject } from '../fixtures/inline.js';
import { projectFiles } from '../fixtures/projects.js';
import { OURS, playwright, scenarios } from './nested.js';

const three = scenarios({ a: 'hello', b: 'hello', c: 'hello' });

/** A project whose second test, by title, does what is given instead of its scenario. */
function project(instead: string, more: Record<string, string> = {}): Record<string, string> {
  return projectFiles([], {
    ...three,
    'all.spec.ts': `
import { defineScenarios, test } from 'playwright-acp';
test.beforeEach(async ({}, info) => { if (info.title === 'b' && process.env.BREAK) { ${instead} } });
defineScenarios('./snapshots');
`,
    'playwright.config.ts': `
import { defineConfig } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ name: 'tiny', compare: 'strict', command: ['{{node}}', '{{root}}/agent.mjs'] }], scenarios: 'snapshots' },
  testDir: '.', workers: 1,
});
`,
    ...more,
  });
}

async function broken(nested: InlineProject, args: string[] = []): Promise<{ code: number; output: string; report: ReportFile }> {
  const first = await playwright(nested.dir, ['test', '--update-snapshots=missing', '--reporter=line']);
  expect(first.code, first.output).toBe(0);
  const { code, output } = await playwright(nested.dir, ['test', OURS, ...args], { BREAK: '1' });
  expect(nested.exists('playwright-acp-report/report.json'), output).toBe(true);
  return { code, output, report: reportFile.parse(JSON.parse(nested.read('playwright-acp-report/report.json'))) };
}

test('an interrupted run says how much is missing', async ({ inlineProject }) => {
  test.skip(process.platform === 'win32', 'no signal to send');
  const nested = inlineProject(project(`process.kill(process.ppid, 'SIGINT'); await new Promise(() => {});`));
  const { code, output, report } = await broken(nested);
  expect(code).toBe(130);
  expect(report.partial).toBe(true);
  expect(report.notes).toEqual([
    'This report is partial, because the run was interrupted: 2 of 3 tests of scenarios did not run to their end.',
  ]);
  expect(report.scenarios.map(({ name, status }) => [name, status])).toEqual([['a', 'matched']]);
  expect(output).toContain('1 scenario, all matched; the report is partial');
  expect(output).toContain('! This report is partial');
});

test('a worker that crashed took its run along, and the report says which', async ({ inlineProject }) => {
  const { code, output, report } = await broken(inlineProject(project('process.exit(9);')));
  expect(code).toBe(1);
  expect(report.notes).toHaveLength(1);
  expect(report.notes[0]).toMatch(/^No run of all\.spec\.ts:4 b: Error: worker process exited unexpectedly/);
  expect(report.scenarios.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(output).toContain('2 scenarios, all matched; the report is partial');
});

test('a run that stopped at the first failure says what did not run', async ({ inlineProject }) => {
  const { report } = await broken(inlineProject(project(`throw new Error('no \\u001b[31mscenario\\u001b[0m today');`)), ['-x']);
  expect(report.notes).toEqual([
    'This report is partial, because the run ended early: 1 of 3 tests of scenarios did not run to their end.',
    'No run of all.spec.ts:4 b: Error: no scenario today',
  ]);
});

test('a test of a scenario that passes without telling of its run fails the run', async ({ inlineProject }) => {
  const nested = inlineProject({
    'playwright.config.ts': `export default { reporter: [['playwright-acp/reporter']] };`,
    'a.spec.ts': `
import { test } from '@playwright/test';
test('lost', { annotation: { type: 'scenario' } }, () => {});
test('gone', async ({}, info) => { info.attachments.push({ name: '_acp:run', contentType: 'application/json', path: info.outputPath('gone.json') }); });
`,
  });
  const { code, output } = await playwright(nested.dir, ['test']);
  expect(code).toBe(1);
  expect(output).toContain('ACP_REPORT_RUN_MISSING');
  expect(output).toContain('a.spec.ts:3 lost');
  expect(output).toContain('ACP_REPORT_RUN_UNREADABLE');
  expect(output).toContain('a.spec.ts:4 gone');
});
