import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeTests, type BrowserContextOptions, type Page } from '@playwright/test';
import { test as inlineTest, type InlineProject } from '../contract/fixtures/inline.js';
import { corpus } from './corpus.js';
import { axeSource, expect, test as reportTest } from './browser.js';

const test = mergeTests(inlineTest, reportTest);

const root = resolve(import.meta.dirname, '../..');
const screens = join(root, '.artifacts/screens');
const REACHES_OUT = "fetch('http://telemetry.example.com/ping').catch(() => {});";

const CONFIG = `
import { defineConfig } from 'playwright-acp/config';
import { foreignAgent, foreignAgents } from ${JSON.stringify(join(root, 'tests/foreign-agents/profiles.ts'))};
const [node, ...program] = foreignAgent('chat').command;
export default defineConfig({
  acp: {
    agents: [
      ...foreignAgents,
      foreignAgent('chat', { TITLE_CALLS: '1', CHANGED: ' Be brief.' }, 'edited'),
      { ...foreignAgent('chat', {}, 'calls-home'), command: [node, '--import', ${JSON.stringify(`data:text/javascript,${REACHES_OUT}`)}, ...program] },
    ],
    scenarios: 'snapshots',
  },
  workers: 2,
  reporter: [['json'], ['playwright-acp/reporter', { open: 'never' }]],
});
`;

/** A copy of a committed scenario by another name, with what is to be different. */
function copy(project: InlineProject, from: string, to = from, change: (text: string, file: string) => string = (text) => text): void {
  const dir = join(project.dir, 'snapshots', to);
  cpSync(join(root, 'tests/snapshots', from), dir, { recursive: true });
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, change(readFileSync(file, 'utf8').replaceAll(`"scenario":"${from}"`, `"scenario":"${to}"`), entry.name));
  }
}

const withAgent = (name: string) => (text: string) => text.replace(/"agent":"foreign-[\w-]+"/, `"agent":"${name}"`);

/** Four red scenarios of the provider seam, each for another reason, and three green ones. */
function writeScenarios(project: InlineProject): void {
  for (const green of ['wire-tool-call-chat', 'wire-tool-call-anthropic', 'wire-authored-anthropic']) copy(project, green);
  copy(project, 'wire-title-call', 'prompt-edited', withAgent('edited'));
  copy(project, 'wire-authored-chat', 'reply-changed', (text, file) =>
    file === 'provider-replay.jsonl' ? text.replace('It says: three', 'It says: four') : text,
  );
  copy(project, 'wire-title-call', 'call-left-over', (text, file) =>
    file === 'input.jsonl' ? text.replace(/\{"op":"prompt","text":"What.*\n$/, '') : text,
  );
  copy(project, 'wire-authored-chat', 'reaches-out', withAgent('calls-home'));
}

const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 900 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 360, height: 740 } },
  wide: { viewport: { width: 2560, height: 1440 } },
};

const PAGES = {
  overview: '',
  drift: '#prompt-edited/system-prompt',
  reply: '#reply-changed/transcript',
  'left-over': '#call-left-over/run',
  network: '#reaches-out',
  authored: '#wire-authored-anthropic/run',
};

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource());
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations: found } = await axe.run({ resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

test('red scenarios of the provider seam say why, in every look', async ({ inlineProject, chromiumBrowser }) => {
  test.setTimeout(180_000);
  const project = inlineProject({
    'playwright.config.ts': CONFIG,
    'all.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
  });
  writeScenarios(project);
  const result = await project.run(['--update-snapshots=none']);
  expect(result, result.output).toMatchObject({ exitCode: 1, failed: 4, passed: 3 });
  const url = pathToFileURL(join(project.dir, 'playwright-acp-report/index.html')).href;
  mkdirSync(screens, { recursive: true });
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await chromiumBrowser.newContext(options);
    const page = await context.newPage();
    for (const [name, hash] of Object.entries(PAGES)) {
      await page.goto('about:blank');
      await page.goto(url + hash);
      await expect(page.locator('h1')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name}, ${look}`).toBeLessThanOrEqual(
        options.viewport!.width,
      );
      expect(await violations(page), `${name}, ${look}`).toEqual([]);
      await page.screenshot({ path: join(screens, `provider-${name}-${look}.png`), fullPage: true });
    }
    await context.close();
  }
  const page = await chromiumBrowser.newPage({ viewport: { width: 1280, height: 900 } });
  const open = async (hash: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(url + hash);
  };
  await open('');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row('reaches-out')).toContainText('The agent tried to reach telemetry.example.com.');
  await expect(row('call-left-over')).toContainText('the agent made 2 of the 4 model calls');
  await expect(row('prompt-edited')).toContainText('model call 2 does not ask what was recorded');
  // One line for each scenario, though one has a dozen changes.
  await expect(page.locator('.groups > li')).toHaveCount(3);

  await open(PAGES.drift);
  const why = page.getByRole('region', { name: 'Why it failed' });
  await expect(why).toContainText('$.system');
  await expect(why).toContainText('lane 2, place 1');
  await expect(page.getByRole('img', { name: /^Timeline of/ })).toHaveAccessibleName(/model lane 1 item, 1 model lane 2 item/);
  await expect(page.locator('.marks .refused')).toHaveCount(1);
  await expect(page.locator('.meant code')).toHaveText('npx playwright test -g "wire-tool-call-chat|prompt-edited" --update-snapshots');

  await open(PAGES.reply);
  await expect(page.locator('.lead')).toContainText('turn 2, strand message');
  await expect(page.getByRole('table').filter({ hasText: 'session id' })).toContainText('ids are minted per run');
  await expect(page.getByText('where text was split into chunks')).toBeVisible();

  await open(PAGES['left-over']);
  await expect(page.getByText('foreign-chat, pinned by wire-tool-call-chat')).toBeVisible();
  await open(PAGES.network);
  await expect(page.getByText('not allowed', { exact: true })).toBeVisible();
  await open(PAGES.authored);
  await expect(page.getByText(/^authored · 20/).first()).toBeVisible();
  await page.close();
});

test('at 360 pixels a command is broken between its words alone, and is copied as it is', async ({ open }) => {
  const page = await open(corpus(), '#file-edit/transcript');
  await page.setViewportSize({ width: 360, height: 740 });
  const code = page.locator('.meant code');
  const text = 'npx playwright test -g "file-edit" --update-snapshots';
  await expect(code).toHaveText(text);
  const heights = await code.locator('.word').evaluateAll((words) => words.map((word) => word.getBoundingClientRect().height));
  expect(new Set(heights).size, 'no word stands on two lines').toBe(1);
  const selected = await code.evaluate((element) => {
    const selection = getSelection()!;
    selection.selectAllChildren(element);
    return selection.toString();
  });
  expect(selected).toBe(text);
});

test('at 360 pixels the surface that is shown stands in view among the tabs', async ({ open }) => {
  const page = await open(corpus(), '#multi-turn/outcome');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(page.locator('.tab[aria-current=page]')).toBeInViewport({ ratio: 0.9 });
});
