import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unpackReport } from '../../report/unpack.js';
import { expect, test, type InlineProject } from '../fixtures/inline.js';
import { projectFiles } from '../fixtures/projects.js';
import { OURS, playwright, recordThenChange, scenarios } from './nested.js';

/** Two files with tests of one title, and two projects that run both. */
const files = {
  ...projectFiles([]),
  'playwright.config.ts': `
import { defineConfig } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ name: 'tiny', compare: 'strict', command: ['{{node}}', '{{root}}/agent.mjs'] }], scenarios: 'snapshots' },
  testDir: 'tests', workers: 1, projects: [{ name: 'first' }, { name: 'second' }],
});
`,
  'tests/a.spec.ts': `import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('../snapshots');\n`,
  'tests/deep/b.spec.ts': `
import { expect, test } from 'playwright-acp';
test.use({ scenarioName: 'two' });
test('two', async ({ scenario }) => { expect(await scenario.run()).toMatchSnapshots(); });
`,
  ...scenarios({ one: 'hello', two: 'change this', three: 'hello again' }),
};

/** Everything a report is made of, times left out, and the link to a report that a shard does not write. */
function reportOf(project: InlineProject): unknown {
  const { index, details } = unpackReport(project.read('playwright-acp-report/index.html'));
  const actual = join(project.dir, 'playwright-acp-report/actual');
  const read = (name: string) => JSON.parse(project.read(`playwright-acp-report/${name}`)) as unknown;
  return withoutTimes({
    index,
    details: Object.fromEntries(details),
    json: read('report.json'),
    review: read('review.json'),
    actual: readdirSync(actual),
  });
}

const TIMES = new Set(['startedAt', 'durationMs', 'start', 'end']);

function withoutTimes(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^ {2}Look at .*\n/gm, '').replace(/^\d+ ms$/, 'a time');
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, TIMES.has(key) && typeof one !== 'object' ? 'a time' : withoutTimes(one)]),
  );
}

test('three shards of two projects, merged, are the report of one run, field by field except times', async ({ inlineProject }) => {
  const project = inlineProject(files);
  // Six nested runs in turn.
  test.setTimeout(600_000);
  await recordThenChange(project);
  const whole = await playwright(project.dir, ['test', OURS]);
  expect(whole.code, whole.output).toBe(1);
  const expected = reportOf(project);

  project.remove('playwright-acp-report/index.html');
  for (const shard of [3, 1, 2]) {
    const env = { PLAYWRIGHT_BLOB_OUTPUT_FILE: `blobs/${shard}.zip` };
    await playwright(project.dir, ['test', `--shard=${shard}/3`, '--reporter=blob'], env);
  }
  const merged = await playwright(project.dir, ['merge-reports', 'blobs', OURS]);
  expect(project.exists('playwright-acp-report/index.html'), merged.output).toBe(true);
  const actual = reportOf(project);
  expect(actual).toEqual(expected);

  const { index } = unpackReport(project.read('playwright-acp-report/index.html'));
  expect(index.scenarios.map(({ id, status }) => [id, status])).toEqual([
    ['two@first', 'changed'],
    ['two@second', 'changed'],
    ['one@first', 'matched'],
    ['one@second', 'matched'],
    ['three@first', 'matched'],
    ['three@second', 'matched'],
  ]);
  expect(index.scenarios[0]!.runs.map(({ label }) => label)).toEqual([
    'two (tests/a.spec.ts:3), first attempt',
    'two (tests/deep/b.spec.ts:4), first attempt',
  ]);
  // The summary printed by the merge is that of the run; merge-reports adds a line of its own.
  const summaryOf = (text: string) => text.slice(text.indexOf('  playwright-acp:')).replace('finished building report', '').trimEnd();
  expect(summaryOf(merged.output)).toBe(summaryOf(whole.output));
});
