import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { eventLines, reportInput } from '../../harness/tools/bench-report/cases.js';
import { corpus } from './corpus.js';
import { expect, test } from './browser.js';

const folder = resolve(import.meta.dirname, '../../.artifacts/screens');

async function save(page: Page, name: string, fullPage = false): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { length } = await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  expect(length).toBeGreaterThan(10_000);
}

test('screenshot of the overview', async ({ open }) => {
  await save(await open(corpus()), 'overview', true);
});

for (const [name, hash] of [
  ['transcript', '#file-edit/transcript'],
  ['workspace', '#workspace-files/workspace'],
  ['picture', '#pictures/workspace'],
  ['broken-run', '#broke-late/transcript'],
] as const) {
  test(`screenshot of ${name}`, async ({ open }) => {
    const page = await open(corpus(), hash);
    await expect(page.locator('.diff tr').first()).toBeVisible();
    await save(page, name, name !== 'broken-run');
  });
}

test('screenshot of a diff of 50,000 events', async ({ open }) => {
  const { expected, actual } = eventLines(50_000, 'fifth');
  const page = await open(reportInput({ 'session.expected.jsonl': [expected.join(''), actual.join('')] }), '#big');
  for (let step = 0; step < 4; step++) await page.keyboard.press('n');
  await expect(page.locator('.position')).toHaveText('4 of 10,000');
  await expect(page.locator('tr.current')).toBeInViewport();
  await save(page, 'big');
});

test.describe('dark', () => {
  test.use({ look: { colorScheme: 'dark' } });
  test('screenshots in dark mode', async ({ open }) => {
    const page = await open(corpus());
    await save(page, 'dark-overview', true);
    await page.goto(`${page.url().replace(/#.*/, '')}#file-edit/transcript`);
    await expect(page.locator('.diff mark').first()).toBeVisible();
    await save(page, 'dark', true);
  });
});

test.describe('narrow', () => {
  test.use({ look: { viewport: { width: 360, height: 740 } } });
  test('screenshots at 360 pixels', async ({ open }) => {
    const page = await open(corpus());
    await save(page, 'narrow-overview', true);
    await page.goto(`${page.url().replace(/#.*/, '')}#file-edit/transcript`);
    await expect(page.locator('.diff mark').first()).toBeVisible();
    await save(page, 'narrow', true);
  });
});
