import { corpus } from './corpus.js';
import { expect, test } from './browser.js';
import { input, report, run, surface } from './samples.js';

test('scenarios and surfaces stand at a glance, what needs eyes first', async ({ open }) => {
  const page = await open(corpus());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('9 of 26 scenarios need a look');
  const rows = page.getByRole('table', { name: 'Scenarios and their surfaces' }).locator('tbody th[scope=row]');
  await expect(rows.nth(0)).toContainText('boot-failure');
  const cell = (name: string) => page.getByRole('link', { name });
  await expect(cell('Transcript of file-edit: changed 1')).toHaveText('changed 1');
  await expect(cell('Transcript of multi-turn: not reached')).toHaveText('not reached');
  await expect(cell('Transcript of boot-failure: failed to run')).toHaveText('failed to run');
  await expect(cell('Transcript of first-time: new')).toHaveText('new');
  await expect(cell('System prompt of file-edit: skipped, pinned')).toHaveText('pinned');
  await expect(cell('Transcript of prompt-pin: matched')).toHaveText('✓');
});

test('all nine ways a surface can end have a word', async ({ open }) => {
  const words = ['matched', 'changed', 'missing', 'new', 'not-reached', 'failed-to-run', 'skipped'] as const;
  const page = await open(input(words.map((status) => run(report(`is-${status}`, { surfaces: [surface('transcript', status)] })))));
  for (const status of words) await expect(page.getByRole('link', { name: `is-${status}`, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('5 of 7 scenarios need a look');
});

test('matched scenarios wait behind one row until asked for', async ({ open }) => {
  const page = await open(corpus());
  await expect(page.getByRole('link', { name: 'handshake', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Show 16 more, all matched' }).click();
  await expect(page.getByRole('link', { name: 'handshake', exact: true })).toBeVisible();
});

test('equal changes of several scenarios are read once, with the command for all', async ({ open }) => {
  const page = await open(corpus());
  const group = page.getByRole('listitem').filter({ hasText: 'Transcript' }).filter({ hasText: 'file-write' });
  await expect(group).toContainText('2');
  await expect(group.getByRole('link')).toHaveText(['file-edit', 'file-write']);
  await expect(group.locator('del')).toHaveText('"Edit config.txt"');
  await expect(group.locator('ins mark')).toHaveText('file ');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void (document.body.dataset['copied'] = text) },
    });
  });
  await group.getByRole('button', { name: 'Copy refresh command' }).click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-copied',
    'npx playwright test -g "file-edit" --update-snapshots\nnpx playwright test -g "file-write" --update-snapshots',
  );
});

test('filters live in the address and come back from it', async ({ open }) => {
  const page = await open(corpus());
  await page.getByRole('button', { name: '6 changed' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('file-');
  await expect(page.locator('.grid tbody th[scope=row] a')).toHaveText(['file-edit', 'file-write']);
  expect(new URL(page.url()).hash).toBe('#?q=file-&status=changed');
  await page.reload();
  await expect(page.locator('.grid tbody th[scope=row] a')).toHaveText(['file-edit', 'file-write']);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No scenario fits this filter.')).toBeVisible();
});

test('a report in which all matched says so', async ({ open }) => {
  const page = await open(input([run(report('one')), run(report('two'))]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 2 scenarios matched');
  await expect(page.locator('#groups-title')).toHaveCount(0);
});

test('retries, repeats and projects are told apart', async ({ open }) => {
  const failed = report('twice', { surfaces: [surface('transcript', 'changed')] });
  const page = await open(input([run(failed), run(report('twice'), { retry: 1 }), run(report('twice'), { project: 'other' })]));
  await expect(page.locator('.grid tbody th[scope=row]')).toContainText(['twiceother', 'twicereplay2 runs, unsteady']);
  await page.getByRole('row', { name: 'unsteady' }).getByRole('link', { name: 'twice', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Runs of this scenario' }).getByRole('link')).toHaveText([
    'retry 1: matched',
    'first attempt: changed',
  ]);
  await page.getByRole('link', { name: 'first attempt: changed' }).click();
  await expect(page.locator('.titleline .chip')).toHaveText('changed');
});

test('findings of guards and what is missing from the page are said', async ({ open }) => {
  const withGuards = corpus();
  withGuards.metadata!.findings.push({
    guard: 'stale-file',
    place: 'tests/snapshots/x/old.txt',
    problem: 'no scenario uses it',
    fix: 'delete it',
  });
  const page = await open({ ...withGuards, notes: ['A run could not be read.'] });
  await expect(page.getByRole('region', { name: 'Findings in the scenario files' })).toContainText('delete it');
  await expect(page.getByRole('region', { name: 'What this page does not hold' })).toContainText('A run could not be read.');
});
