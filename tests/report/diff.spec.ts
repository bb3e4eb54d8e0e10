import type { Page } from '@playwright/test';
import { corpus } from './corpus.js';
import { expect, test } from './browser.js';
import { compared, input, jsonl, report, run, transcript } from './samples.js';

const wide = { viewport: { width: 1_280, height: 900 } };

function longDiff(changed: number[] = [10, 60, 110]) {
  const records = (with_: number[]) =>
    Array.from({ length: 120 }, (_, index) => ({
      type: 'tool/result',
      data: { id: `{{call#${index}}}`, text: with_.includes(index) ? `new words in ${index}` : `old words in ${index}` },
    }));
  return input([
    run(
      report('long', { surfaces: [compared('session-log', { 'session.expected.jsonl': [jsonl(records([])), jsonl(records(changed))] })] }),
    ),
  ]);
}

test('a changed record shows old and new side by side, its words marked, and no other change', async ({ open }) => {
  const page = await open(corpus(), '#file-edit/transcript');
  await expect(page.locator('.diff td.del')).toHaveText(
    ['12', '      "title": "Edit config.txt",'].map((text) => new RegExp(text.trim().replace(/[.]/g, '\\.'))),
  );
  await expect(page.locator('.diff del')).toHaveText('        "title": "Edit config.txt",');
  await expect(page.locator('.diff ins')).toHaveText('        "title": "Edit file config.txt",');
  await expect(page.locator('.diff mark')).toHaveText('file ');
  await expect(page.locator('.diff tr.rec')).toHaveCount(1);
  await expect(page.locator('.diff tr.rec')).toContainText('tool_call {{call#2}}');
});

test('the first divergence stands on top and leads to its record', async ({ open }) => {
  const page = await open(longDiff(), '#long');
  await expect(page.locator('.divergence')).toContainText('session.expected.jsonl:11');
  await page.getByRole('link', { name: 'First divergence' }).click();
  await expect(page.locator('tr.current')).toHaveAttribute('data-record', 'session.expected.jsonl:11');
});

test('equal runs are folded, say how long they are, and open', async ({ open }) => {
  const page = await open(longDiff(), '#long');
  const folds = page.locator('tr.fold').filter({ hasText: 'records' });
  await expect(folds.nth(0)).toContainText('10 equal records');
  await expect(folds.nth(1)).toContainText('49 equal records');
  await folds.nth(0).getByRole('button', { name: 'show' }).click();
  await expect(page.locator('tr.rec.equal').first()).toBeVisible();
  await expect(page.locator('tr.fold').filter({ hasText: '10 equal records' })).toHaveCount(0);
});

test('keys go from change to change, and from the last one on to the next surface', async ({ open }) => {
  const page = await open(longDiff(), '#long');
  await expect(page.locator('.diff tr.rec').first()).toBeVisible();
  const current = page.locator('tr.current');
  for (const line of [11, 61, 111]) {
    await page.keyboard.press('n');
    await expect(current).toHaveAttribute('data-record', `session.expected.jsonl:${line}`);
    await expect(current).toBeFocused();
    await expect(current).toBeInViewport();
  }
  await expect(page.locator('.position')).toHaveText('3 of 3');
  await page.keyboard.press('n');
  await expect(page.locator('.position')).toHaveText('3 of 3');
  await page.keyboard.press('p');
  await expect(current).toHaveAttribute('data-record', 'session.expected.jsonl:61');
});

test('the key for the next change goes on to the next changed surface', async ({ open }) => {
  const page = await open(corpus(), '#multi-turn');
  await expect(page.locator('.diff tr.rec').first()).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(page.locator('.tab[aria-current]')).toContainText('Outcome');
});

test('a deep link opens its record, whatever lies before it', async ({ open }) => {
  const page = await open(longDiff(), '#long/session-log/session.expected.jsonl%3A111');
  await expect(page.locator('tr.current')).toHaveAttribute('data-record', 'session.expected.jsonl:111');
  await expect(page.locator('tr.current')).toBeInViewport();
});

test('a link to what is not in the report says so and leads back', async ({ open }) => {
  const page = await open(longDiff(), '#gone/transcript/3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in this report');
  await page.getByRole('link', { name: 'All scenarios' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 scenario needs a look');
});

/** Whether in every row the two sides start and end level. */
async function isLevel(page: Page): Promise<boolean> {
  return page.locator('.diff.split tbody tr').evaluateAll((rows) =>
    rows.every((row) => {
      const boxes = [...row.children].map((cell) => cell.getBoundingClientRect());
      return boxes.every((box) => Math.abs(box.top - boxes[0]!.top) < 1 && Math.abs(box.bottom - boxes[0]!.bottom) < 1);
    }),
  );
}

test('wrapped lines keep both sides level; unwrapped ones stay on one line', async ({ open }) => {
  const long = 'word '.repeat(200);
  const records = (answer: string) => jsonl(transcript('Edit config.txt', answer));
  const page = await open(
    input([
      run(
        report('wrapped', {
          surfaces: [compared('transcript', { 'transcript.expected.jsonl': [records('short'), records(`short ${long}`)] })],
        }),
      ),
    ]),
    '#wrapped',
  );
  const changed = page.locator('.diff tr').filter({ has: page.locator('ins') });
  await expect(changed).toHaveCount(1);
  expect((await changed.boundingBox())!.height).toBeGreaterThan(60);
  expect(await isLevel(page)).toBe(true);
  await page.keyboard.press('w');
  await expect(page.locator('.diff.wrap')).toHaveCount(0);
  expect((await changed.boundingBox())!.height).toBeLessThan(30);
  expect(await isLevel(page)).toBe(true);
});

for (const [view, name, key, rows] of [
  ['unified', 'Unified', '2', 2],
  ['raw', 'Raw', '4', 1],
  ['split', 'Side by side', '1', 1],
] as const) {
  test(`the ${view} view is one key away and stays in the address`, async ({ open }) => {
    const page = await open(corpus(), '#file-edit/transcript');
    await page.keyboard.press('3');
    await expect(page.locator('.diff.fields')).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator(`.diff.${view} tr`).filter({ has: page.locator('del, ins') })).toHaveCount(rows);
    await page.reload();
    await expect(page.locator(`.diff.${view}`)).toBeVisible();
  });
}

test('the field view lists path, old and new', async ({ open }) => {
  const page = await open(corpus(), '#file-edit/transcript?view=fields');
  const row = page.locator('.diff.fields tr.field');
  await expect(row).toHaveCount(1);
  await expect(row.locator('code')).toHaveText('$.frame.params.update.title');
  await expect(row.locator('del')).toHaveText('"Edit config.txt"');
  await expect(row.locator('ins')).toHaveText('"Edit file config.txt"');
});

test('system prompts and workspace files are text diffs, file by file', async ({ open }) => {
  const page = await open(corpus(), '#prompt-pin/system-prompt');
  await expect(page.locator('.diff del')).toHaveText([
    'Rule 14: keep answers short and name the file.',
    'Rule 15: keep answers short and name the file.',
    'Rule 80: keep answers short and name the file.',
  ]);
  await page.goto(page.url().replace(/#.*/, '#workspace-files/workspace'));
  await expect(page.locator('tr.file b')).toHaveText([
    'workspace.expected/src/app.ts',
    'workspace.expected/notes.txt',
    'workspace.expected/out/log.txt',
  ]);
  await expect(page.locator('.diff ins').last()).toHaveText('\\ no newline at the end of the file');
});

test('a moved record, client rows and records of one side say what they are', async ({ open }) => {
  const [header, ...rest] = transcript();
  const client = rest.map(
    (record) =>
      (JSON.stringify(record).includes('session/prompt') ? JSON.parse(JSON.stringify(record).replace('8080', '9090')) : record) as unknown,
  );
  const moved = [
    header,
    ...client.slice(0, 9),
    ...client.slice(12),
    ...client.slice(9, 12),
    { from: 'agent', frame: { jsonrpc: '2.0', method: 'session/extra' } },
  ];
  const page = await open(
    input([
      run(report('kinds', { surfaces: [compared('transcript', { 'transcript.expected.jsonl': [jsonl(transcript()), jsonl(moved)] })] })),
    ]),
    '#kinds/transcript?view=raw',
  );
  await expect(page.locator('tr.rec.context .kind')).toHaveText('from the client, not compared');
  await expect(page.locator('tr.rec.added .kind').filter({ hasText: /^added$/ })).toHaveCount(1);
  await expect(
    page
      .locator('tr.rec .kind')
      .filter({ hasText: /moved to line \d+/ })
      .first(),
  ).toBeVisible();
  await expect(
    page
      .locator('tr.rec .kind')
      .filter({ hasText: /moved here from line \d+/ })
      .first(),
  ).toBeVisible();
});

test('mode, reasons, normalizations, agent, steps and stderr stand with the run', async ({ open }) => {
  const page = await open(corpus(), '#file-edit/transcript');
  await expect(page.getByRole('row', { name: 'session-id' })).toContainText('minted per run');
  await expect(page.getByRole('row', { name: 'session-id' })).toContainText('9');
  await expect(page.locator('.below')).toContainText('client rows: kept as context');
  await page.locator('.tab').filter({ hasText: 'Run' }).click();
  const facts = page.locator('.runfacts');
  for (const text of [
    'reference 0.1.0',
    'node agent/main.js --config replay.json',
    'replay: read-only',
    'strict',
    'recorded · 2026-11-28',
    'exit 0 after stdin-end',
    'input.jsonl:4',
    'the title call may be skipped',
    'agent: loaded replay.json',
  ])
    await expect(facts).toContainText(text);
  await expect(
    page.getByRole('img', { name: /Timeline of 212 ms: 3 client items, 2 model items, 2 tools items, 14 agent items/ }),
  ).toBeVisible();
});

test('a run that broke says why, and what it left unread', async ({ open }) => {
  const page = await open(corpus(), '#multi-turn/transcript');
  await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText('ACP_REPLAY_DRIFT');
  await expect(page.locator('.lead')).toContainText('Not reached');
});

test.describe('narrow', () => {
  test.use({ look: { viewport: { width: 360, height: 740 } } });
  test('on a narrow screen the diff is unified', async ({ open }) => {
    const page = await open(corpus(), '#file-edit/transcript');
    await expect(page.locator('.diff.unified')).toBeVisible();
  });
});

test.use({ look: wide });
