import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './browser.js';

const root = resolve(import.meta.dirname, '../..');
const report = join(root, '.artifacts/demo/playwright-acp-report/index.html');

test('the report of the demo shows the old and the new text of the altered frame, and no other change', async ({ chromiumBrowser }) => {
  test.setTimeout(240_000);
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TEST_|PLAYWRIGHT_|PW|NODE_V8_COVERAGE)/.test(name)),
  );
  const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [join(root, 'dist/tools/demo.js')], { cwd: root, env: environment }, (error, stdout, stderr) =>
      done({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
  expect(code, output).toBe(0);
  expect(output).toContain(report);

  const page = await chromiumBrowser.newPage();
  await page.goto(pathToFileURL(report).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 2 scenarios needs a look');
  await expect(page.getByText('changed 1', { exact: true })).toHaveCount(1);
  await expect(page.getByText('not reached', { exact: true })).toHaveCount(0);
  await page.getByText('changed 1', { exact: true }).click();
  const changed = page.locator('tr', { hasText: '"title": "Edit' });
  await expect(changed).toHaveCount(1);
  await expect(changed).toContainText('"title": "Edit config.txt"');
  await expect(changed).toContainText('"title": "Edit file config.txt"');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.close();
});
