import { corpus } from './corpus.js';
import { expect, test } from './browser.js';
import { input, report, run, surface } from './samples.js';

test('pictures stand side by side, drawn, with their sizes; svg as a text diff too', async ({ open }) => {
  const page = await open(corpus(), '#pictures/workspace');
  const pictures = page.locator('.pictures img');
  await expect(pictures).toHaveCount(4);
  await expect(page.locator('.pictures figcaption')).toHaveText([
    'Expected 96 × 96',
    'Actual 96 × 96',
    'Expected 96 × 96',
    'Actual 96 × 96',
  ]);
  await expect(page.locator('.diff del mark')).toHaveText('3');
  await page.keyboard.press('n');
  await expect(page.locator('tr.pictures.current')).toHaveCount(1);
  await page.keyboard.press('2');
  await expect(page.locator('.diff.unified .pictures img')).toHaveCount(4);
});

test('code in an svg does not run, and nothing is loaded for it', async ({ open }) => {
  const svg = (words: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script><image href="https://example.invalid/x.png"/><text>${words}</text></svg>\n`;
  const file = {
    name: 'workspace.expected/a.svg',
    status: 'changed' as const,
    encoding: 'utf8' as const,
    expected: svg('a'),
    actual: svg('b'),
  };
  const page = await open(
    input([run(report('svg', { surfaces: [surface('workspace', 'changed', { files: [file] })] }))]),
    '#svg/workspace',
  );
  await expect(page.locator('.pictures img')).toHaveCount(2);
  await expect(page.locator('.diff del mark')).toHaveText('a');
});

test('a broken run shows what it gave until it broke, and compares it with nothing', async ({ open }) => {
  const page = await open(corpus(), '#broke-late/transcript');
  await expect(page.locator('.lead')).toContainText('what it gave until then stands below');
  await expect(page.locator('.diff.unified tr.rec').first()).toContainText('header');
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await expect(page.locator('.diff.unified tr.rec').last()).toContainText('tool_call {{call#1}}');
  await expect(page.locator('.diff :is(del, ins, .kind)')).toHaveCount(0);
});

test('in CI commands are for the reader’s own machine; elsewhere one surface can be taken alone', async ({ open }) => {
  const copied = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: {
          writeText: async (text: string) => {
            document.documentElement.setAttribute('data-copied', text);
          },
        },
      }),
    );
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.locator('html')).toHaveAttribute('data-copied', /./);
    return page.locator('html').getAttribute('data-copied');
  };
  const local = await open(corpus(), '#file-edit/transcript');
  expect(await copied(local, 'Copy for this surface alone')).toBe('npx playwright-acp review --accept "transcript:file-edit"');
  expect(await copied(local, 'copy path')).toBe('tests/snapshots/file-edit/transcript.expected.jsonl:11');
  await local.keyboard.press('3');
  expect(await copied(local, 'copy path')).toBe('$.frame.params.update.title');
  const ci = await open({ ...corpus(), ci: true }, '#file-edit/transcript');
  await expect(ci.locator('.meant')).toContainText('If the change is meant, locally:');
  await expect(ci.getByRole('button', { name: 'Copy for this surface alone' })).toHaveCount(0);
  await ci.keyboard.press('Escape');
  await expect(ci.getByRole('button', { name: 'Copy command to run locally' }).first()).toBeVisible();
});
