import type { Page } from '@playwright/test';
import { corpus } from './corpus.js';
import { axeSource, expect, test } from './browser.js';

const VIEWS = [
  '',
  '#file-edit/transcript',
  '#file-edit/transcript?view=unified',
  '#file-edit/transcript?view=fields',
  '#file-edit/run',
  '#prompt-pin/system-prompt',
  '#workspace-files',
  '#multi-turn/outcome',
  '#boot-failure',
  '#first-time',
];

/** Violations as `rule: element`. axe runs in the page's debugger context: the policy allows no script but the page's own. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource());
  return page.evaluate(async () => {
    const axe = (
      window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe;
    const result = await axe.run({ resultTypes: ['violations'] });
    return result.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ look: { colorScheme } });
    for (const hash of VIEWS) {
      test(`axe finds nothing at ${hash || 'the overview'}`, async ({ open }) => {
        const page = await open(corpus(), hash);
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

for (const [width, height] of [
  [360, 740],
  [2_560, 1_440],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ look: { viewport: { width, height } } });
    for (const hash of VIEWS) {
      test(`nothing sticks out at ${hash || 'the overview'}`, async ({ open }) => {
        const page = await open(corpus(), hash);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

test('everything can be reached by keyboard, and focus follows the reader', async ({ open }) => {
  const page = await open(corpus());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the report' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.locator('.grid tbody th a').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'boot-failure' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'broke-late' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1, name: 'boot-failure' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: '9 of 26 scenarios need a look' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('light and dark can be chosen and stay chosen', async ({ open }) => {
  const page = await open(corpus());
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.keyboard.press('t');
  expect(await background()).toBe(light);
  await page.keyboard.press('t');
  await expect.poll(background).not.toBe(light);
  // The browser writes a page's store in its own time: a reload that comes at once may still read the old one.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Colours: dark' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(await background()).not.toBe(light);
});

test('the way back from a scenario keeps the filter', async ({ open }) => {
  const page = await open(corpus(), '#?q=file&status=changed');
  await page.locator('.grid tbody th a').first().click();
  await page.getByRole('link', { name: '‹ All scenarios' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('file');
  expect(new URL(page.url()).hash).toBe('#?q=file&status=changed');
});
