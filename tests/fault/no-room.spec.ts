import { expect, test } from '../contract/fixtures/inline.js';
import { projectFiles } from '../contract/fixtures/projects.js';
import { playwright, recordThenChange, scenarios } from '../contract/reporter/nested.js';

const NODE_OPTIONS = `--import=${new URL('no-room.mjs', import.meta.url).href}`;
const quiet = { CI: '1', NODE_OPTIONS };

test('without room for attachments a red test still says what differs, and that there was no room', async ({ inlineProject }) => {
  const nested = inlineProject(projectFiles([], scenarios({ one: 'change it' })));
  await recordThenChange(nested);
  const { code, output } = await playwright(nested.dir, ['test', '--reporter=line,playwright-acp/reporter'], quiet);
  expect(code).toBe(1);
  expect(output).toContain('hello change it');
  expect(output).toContain('bye change it');
  expect(output).toContain('there is no room for it');
  expect(output).toMatch(/file +\S+one-transcript-expected\.jsonl/);
  expect(output).toContain('ACP_ATTACHMENT_NOT_WRITTEN');
  const report = JSON.parse(nested.read('playwright-acp-report/report.json')) as { counts: { byStatus: object } };
  expect(report.counts.byStatus).toEqual({ changed: 1 });
});

test('a run too big for a body is carried all the same, and its test says that there was no room', async ({ inlineProject }) => {
  const nested = inlineProject(projectFiles([], scenarios({ big: 'much '.repeat(60_000) })));
  await recordThenChange(nested, 'hello');
  const { code, output } = await playwright(nested.dir, ['test', '--reporter=line,playwright-acp/reporter'], quiet);
  expect(code).toBe(1);
  expect(output).toContain('ACP_ATTACHMENT_NOT_WRITTEN');
  expect(output).toMatch(/file +\S+big-run\.json/);
  const report = JSON.parse(nested.read('playwright-acp-report/report.json')) as { counts: object };
  expect(report.counts).toMatchObject({ scenarios: 1 });
});
