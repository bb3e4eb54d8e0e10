import { expect, test } from './browser.js';
import { HOSTILE, hostileReport } from './hostile-texts.js';
import { input, report, run } from './samples.js';

for (const [index, text] of HOSTILE.entries()) {
  test(`hostile text ${index + 1} stays a text everywhere`, async ({ open }) => {
    const one = input([run(hostileReport(text), { title: text, location: text, project: text, error: text }), run(report('plain'))], {
      notes: [text],
    });
    one.metadata!.findings.push({ guard: text, place: text, problem: text, fix: text });
    const page = await open(one);
    const shown = text.replace(/[\n\u0000]/g, '').slice(0, 18);
    await expect(page.locator('main')).toContainText(shown);
    await page.locator('.grid tbody th a').filter({ hasText: shown }).first().click();
    await expect(page.locator('.scenario h1')).toBeVisible();
    for (const view of ['1', '2', '3', '4']) {
      await page.keyboard.press(view);
      await expect(page.locator('.diff')).toContainText(shown);
    }
    await page.locator('.tab').filter({ hasText: 'Workspace' }).click();
    await expect(page.locator('.diff mark').first()).toBeVisible();
    await page.locator('.tab').filter({ hasText: 'Run' }).click();
    await expect(page.locator('.runfacts')).toContainText(shown);
    await page.getByText('Timeline as a list').click();
    const planted = page.locator('main').locator('img, script, iframe, style, [onerror], [onload], [style], a[href^="javascript"]');
    await expect(planted).toHaveCount(0);
  });
}

test('the policy allows no inline style or code beyond the page’s own, and no network', async ({ open }) => {
  const page = await open(input([run(report('one'))]));
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http/);
  await expect(page.locator('[style]')).toHaveCount(0);
});
