import { expect, test } from './browser.js';
import { MOST_BYTES, renderReport } from '../../reporters/html/write.js';
import { readAssets } from '../../reporters/html/assets.js';
import type { BuildInput } from '../../reporters/model/index.js';
import { compared, input, jsonl, report, run, surface } from './samples.js';

/** Rows of a few screens; far fewer than any of these reports holds. */
const MOST_ROWS = 600;

function manyRecords(count: number): BuildInput {
  const record = (index: number, word: string) => ({
    type: 'assistant/chunk',
    data: {
      turn: Math.floor(index / 400),
      step: index % 7,
      chunk: { type: 'text-delta', index: 0, text: `${word} ${(index * 2_654_435_761) % 4_294_967_296} of the answer` },
    },
  });
  const expected = Array.from({ length: count }, (_, index) => record(index, 'piece'));
  const actual = expected.map((old, index) => (index % 5 === 3 ? record(index, 'changed piece') : old));
  return input([
    run(report('huge', { surfaces: [compared('session-log', { 'session.expected.jsonl': [jsonl(expected), jsonl(actual)] })] })),
  ]);
}

test('50,000 records with a fifth changed stay within 5 MB and a page of rows', async ({ open }) => {
  const huge = manyRecords(50_000);
  expect(renderReport(huge, readAssets()).html.length).toBeLessThanOrEqual(MOST_BYTES);
  const page = await open(huge, '#huge');
  const rows = page.locator('.diff tr');
  await expect(page.locator('tr.rec').first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(MOST_ROWS + 1_500);
  const drawn = page.locator('.diff tr:not(.spacer)');
  expect(await drawn.count()).toBeLessThan(MOST_ROWS);
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('n');
    await expect(page.locator('tr.current')).toBeInViewport();
  }
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight / 2 }));
  await expect
    .poll(() =>
      page
        .locator('tr.rec')
        .evaluateAll((all) => all.some((row) => row.getBoundingClientRect().top > 0 && row.getBoundingClientRect().top < innerHeight)),
    )
    .toBe(true);
  expect(await drawn.count()).toBeLessThan(MOST_ROWS);
});

test('a line of 2 MB is cut around its first difference, and says how much is not shown', async ({ open }) => {
  const line = (word: string) => `${'x'.repeat(1_200_000)} ${word} ${'y'.repeat(800_000)}`;
  const records = (word: string) => jsonl([{ type: 'tool/result', data: { text: line(word) } }]);
  const page = await open(
    input([
      run(
        report('long-line', {
          surfaces: [
            compared('session-log', { 'session.expected.jsonl': [records('before'), records('after')] }),
            compared('workspace', { 'workspace.expected/big.txt': [line('before'), line('after')] }),
          ],
        }),
      ),
    ]),
    '#long-line',
  );
  for (const tab of ['Session log', 'Workspace']) {
    await page.locator('.tab').filter({ hasText: tab }).click();
    await expect(page.locator('.diff del mark')).toHaveText('before');
    await expect(page.locator('.diff ins mark')).toHaveText('after');
    await expect(page.locator('.diff del .cut').first()).toContainText(/1,\d{3},\d{3} characters not shown/);
    expect(await page.locator('.diff').evaluate((table) => table.textContent.length)).toBeLessThan(40_000);
  }
});

test('noise that no compression shrinks is left out until the page fits, and the page says so', async ({ open }) => {
  // The page is made again and again, each time of less: 19 MB that do not compress.
  test.slow();
  let state = 1;
  const noise = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 48_271) % 2_147_483_647) % 90))).join('');
  const texts = Array.from({ length: 400 }, () => ({ type: 'tool/result', data: { text: noise(24_000) } }));
  const other = texts.map((record) => ({ ...record, data: { text: noise(24_000) } }));
  const page = await open(
    input([run(report('noise', { surfaces: [compared('session-log', { 'session.expected.jsonl': [jsonl(texts), jsonl(other)] })] }))]),
    '#noise',
  );
  expect((await page.content()).length).toBeLessThan(MOST_BYTES + 1_000_000);
  await expect(page.locator('.diff .cut').first()).toContainText('characters not shown');
});

test('a thousand scenarios are drawn as they come into view', async ({ open }) => {
  const page = await open(
    input(Array.from({ length: 1_000 }, (_, index) => run(report(`scenario-${index}`, { surfaces: [surface('transcript', 'changed')] })))),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1000 of 1,000 scenarios need a look');
  expect(await page.locator('.grid tr:not(.spacer)').count()).toBeLessThan(MOST_ROWS);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await expect(page.getByRole('link', { name: 'scenario-999', exact: true })).toBeVisible();
  expect(await page.locator('.grid tr:not(.spacer)').count()).toBeLessThan(MOST_ROWS);
});

test('a text changed in every one of 50,000 lines stays a page of rows', async ({ open }) => {
  const text = (word: string) => Array.from({ length: 50_000 }, (_, index) => `${word} line ${index}\n`).join('');
  const page = await open(
    input([run(report('rewritten', { surfaces: [compared('workspace', { 'workspace.expected/all.txt': [text('old'), text('new')] })] }))]),
    '#rewritten',
  );
  await expect(page.locator('.diff del').first()).toHaveText('old line 0');
  expect(await page.locator('.diff tr:not(.spacer)').count()).toBeLessThan(MOST_ROWS);
});
