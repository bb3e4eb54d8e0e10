import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, test as base, expect, type Browser, type Page } from '@playwright/test';
import { renderReport } from '../../reporters/html/write.js';
import { readAssets } from '../../reporters/html/assets.js';
import type { BuildInput } from '../../reporters/model/index.js';
import { findBrowser } from '../../harness/tools/browser.js';

export { expect };

interface ReportFixtures {
  /** Renders a report and opens it from disk. Whatever the page logs, refuses or loads besides itself fails the test. */
  open: (input: BuildInput, hash?: string) => Promise<Page>;
  /** The page's viewport, colours and the like. */
  look: Parameters<Browser['newContext']>[0];
}

/**
 * Tests that read the report as its readers do: in Chromium, from a file, without network. Playwright's own Chromium is
 * used where it is installed, else the system's.
 */
export const test = base.extend<ReportFixtures, { chromiumBrowser: Browser }>({
  chromiumBrowser: [
    async ({}, use) => {
      const executablePath = findBrowser();
      if (executablePath === undefined) throw new Error('The report tests need Chromium. Install it with: npx playwright install chromium');
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  look: [{}, { option: true }],
  open: async ({ chromiumBrowser, look }, use, testInfo) => {
    const context = await chromiumBrowser.newContext({ viewport: { width: 1_280, height: 900 }, ...look });
    const complaints: string[] = [];
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await use(async (input, hash = '') => {
      const { html } = renderReport(input, readAssets());
      const file = testInfo.outputPath('index.html');
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, html);
      const page = await context.newPage();
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(pathToFileURL(file).href)) complaints.push(`request: ${request.url()}`);
      });
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      await page.locator('h1').first().waitFor();
      return page;
    });
    await context.close();
    expect(complaints).toEqual([]);
  },
});

/** Source of axe-core, which runs in an isolated evaluation: the page's policy would refuse it as a script. */
export function axeSource(): string {
  return readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
}
