import { mkdtempSync, readFileSync, rmSync, cpSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeTests } from '@playwright/test';
import { bundleAgent, type Alteration } from '../../harness/tools/agent-bundle.js';
import { RUN_ATTACHMENT, runReport, type RunReport, type SurfaceId } from '../../harness/schema/index.js';
import { test as inlineTest, type InlineResult } from '../contract/fixtures/inline.js';
import { expect, test as reportTest } from './browser.js';

const test = mergeTests(inlineTest, reportTest);

const root = resolve(import.meta.dirname, '../..');
const screens = join(root, '.artifacts/screens');
const scenarios = ['config-option', 'file-edit', 'file-write', 'permission-allowed', 'permission-always'];
const pin = 'text-turn';

/** One change of the agent per surface, and the one surface that shows it. */
const alterations: (Alteration & { name: string; surface: SurfaceId; stops?: true })[] = [
  {
    name: 'a word on stdout',
    surface: 'transcript',
    file: 'harness/agent/protocol/serve.ts',
    from: "title: 'Reference agent'",
    to: "title: 'Referenced agent'",
  },
  {
    name: "a log event's field",
    surface: 'session-log',
    file: 'harness/agent/loop/turn.ts',
    from: "source: { kind: 'fallback' }",
    to: "source: { kind: 'first-words' }",
  },
  {
    name: "a tool's file content",
    surface: 'workspace',
    file: 'harness/agent/executor/local.ts',
    from: 'await writeFile(path, text);',
    to: 'await writeFile(path, `${text}!`);',
  },
  {
    name: 'a request message',
    surface: 'requests',
    stops: true,
    file: 'harness/agent/log/messages.ts',
    from: "if (content.length > 0) messages.push({ role: event.type === 'user/message' ? 'user' : 'assistant', content });",
    to: "if (content.length > 0) messages.push({ role: event.type === 'user/message' ? 'user' : 'assistant', content: event.type === 'user/message' ? [...content, { type: 'text', text: 'Be brief.' }] : content });",
  },
  {
    name: 'a prompt word',
    surface: 'system-prompt',
    stops: true,
    file: 'harness/agent/loop/system-prompt.ts',
    from: 'You are a coding agent.',
    to: 'You are a careful coding agent.',
  },
  {
    name: 'an exit code',
    surface: 'outcome',
    file: 'harness/agent/main.ts',
    from: '  await serve(resolved);',
    to: '  await serve(resolved);\n  process.exitCode = 3;',
  },
];

const config = (agent: string) => `
import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ ...referenceAgent, command: ['{{node}}', ${JSON.stringify(agent)}] }], scenarios: 'snapshots' },
  workers: 2,
  reporter: [['json'], ['playwright-acp/reporter', { open: 'never' }]],
});
`;

function reportsOf({ results }: InlineResult): RunReport[] {
  const attachments = results.flatMap(({ attachments: all }) => all.filter(({ name }) => name === RUN_ATTACHMENT));
  return attachments.map(({ path, body }) =>
    runReport.parse(JSON.parse(path ? readFileSync(path, 'utf8') : Buffer.from(body!, 'base64').toString('utf8'))),
  );
}

const surfacesWith = (report: RunReport, status: string) =>
  report.surfaces.filter((surface) => surface.status === status).map(({ surface }) => surface);

test.describe.configure({ mode: 'parallel' });

for (const { name, surface, stops, ...alteration } of alterations) {
  test(`${name} changes ${surface} alone, in five scenarios`, async ({ inlineProject, chromiumBrowser }) => {
    // Inside the repository: the chunks of a bundle from elsewhere would be another agent's.
    const agent = mkdtempSync(join(tmpdir(), 'acp-altered-'));
    try {
      await bundleAgent(root, agent, alteration);
      const project = inlineProject({
        'playwright.config.ts': config(join(agent, 'main.js')),
        'all.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
      });
      for (const scenario of [...scenarios, pin])
        cpSync(join(root, 'tests/snapshots', scenario), join(project.dir, 'snapshots', scenario), { recursive: true });
      const before = project.state('snapshots');
      const result = await project.run(['-g', scenarios.join('|')]);
      expect(result.exitCode, result.output).toBe(1);

      const reports = reportsOf(result);
      expect(reports.map(({ scenario }) => scenario).sort()).toEqual(scenarios);
      for (const report of reports) {
        expect(surfacesWith(report, 'changed'), report.scenario).toEqual([surface]);
        const quiet = report.surfaces.filter((each) => each.surface !== surface && each.status !== 'skipped').map(({ status }) => status);
        expect(new Set(quiet), report.scenario).toEqual(stops ? new Set(['not-reached']) : new Set(['matched']));
      }
      // A red replay writes nothing.
      expect(project.state('snapshots')).toEqual(before);

      const page = await chromiumBrowser.newPage({ viewport: { width: 1440, height: 1000 } });
      await page.goto(pathToFileURL(join(project.dir, 'playwright-acp-report/index.html')).href);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('5 of 5');
      mkdirSync(screens, { recursive: true });
      await page.screenshot({ path: join(screens, `${surface}-overview.png`) });
      await page.evaluate((hash) => (location.hash = hash), `#file-edit/${surface}`);
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText('5 of 5');
      await page.screenshot({ path: join(screens, `${surface}-diff.png`) });
      await page.close();
    } finally {
      rmSync(agent, { recursive: true, force: true });
    }
  });
}

test('an unaltered bundle is green in the same project', async ({ inlineProject }) => {
  const agent = mkdtempSync(join(tmpdir(), 'acp-unaltered-'));
  try {
    await bundleAgent(root, agent);
    const project = inlineProject({
      'playwright.config.ts': config(join(agent, 'main.js')),
      'all.spec.ts': "import { defineScenarios } from 'playwright-acp';\ndefineScenarios('snapshots');\n",
    });
    for (const scenario of [...scenarios, pin])
      cpSync(join(root, 'tests/snapshots', scenario), join(project.dir, 'snapshots', scenario), { recursive: true });
    const result = await project.run();
    expect(result.exitCode, result.output).toBe(0);
    expect(result.passed).toBe(scenarios.length + 1);
  } finally {
    rmSync(agent, { recursive: true, force: true });
  }
});
