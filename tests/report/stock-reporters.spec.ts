import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeTests } from '@playwright/test';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { test as inline } from '../contract/fixtures/inline.js';
import { projectFiles } from '../contract/fixtures/projects.js';
import { playwright, recordThenChange, scenarios } from '../contract/reporter/nested.js';
import { expect, test as browser } from './browser.js';

const test = mergeTests(inline, browser);
const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
const NAMES = ['one-transcript-expected.jsonl', 'one-transcript-actual.jsonl', 'one-transcript-diff.txt'];

test('the stock json, junit and html reporters show what differs, and not what is ours alone', async ({
  inlineProject,
  chromiumBrowser,
}) => {
  const nested = inlineProject(
    projectFiles([], {
      ...scenarios({ one: 'change it' }),
      'playwright.config.ts': `
import { defineConfig } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ name: 'tiny', compare: 'strict', command: ['{{node}}', '{{root}}/agent.mjs'] }], scenarios: 'snapshots' },
  testDir: '.', workers: 1,
  reporter: [['html', { open: 'never' }], ['json', { outputFile: 'stock.json' }], ['junit', { outputFile: 'stock.xml' }]],
});
`,
    }),
  );
  await recordThenChange(nested);
  const { code, output } = await playwright(nested.dir, ['test', '--update-snapshots=none']);
  expect(code, output).toBe(1);

  const json = JSON.parse(nested.read('stock.json')) as JSONReport;
  const attachments = json.suites
    .flatMap(specsOf)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results.flatMap((one) => one.attachments)));
  expect(attachments.map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
  for (const { name, path } of attachments) if (NAMES.includes(name)) expect(readFileSync(path!, 'utf8')).toContain('change it');

  const junit = nested.read('stock.xml');
  for (const name of NAMES) expect(junit).toMatch(new RegExp(`\\[\\[ATTACHMENT\\|[^\\]]*${name.replaceAll('.', '\\.')}\\]\\]`));

  const page = await chromiumBrowser.newPage();
  await page.goto(pathToFileURL(join(nested.dir, 'playwright-report/index.html')).href);
  await page.getByRole('link', { name: 'one', exact: true }).first().click();
  for (const name of NAMES) await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByText('_acp:run')).toHaveCount(0);
  await expect(page.getByText('one surface differs from what is committed: transcript').first()).toBeVisible();
  await page.close();
});
