import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { reportFile } from '../../../harness/schema/index.js';
import { expect, test } from '../fixtures/inline.js';
import { projectFiles } from '../fixtures/projects.js';
import { changedAgent, playwright, recordThenChange, scenarios } from './nested.js';

/** What an agent may say and write to stderr: colours, a title, turned text, commands to GitHub. */
const HOSTILE = String.raw`\u001b[31mred\u001b[0m \u001b]0;owned\u0007 \u202Eturned </script><b>bold</b> | \n::error file=planted.ts::planted\n##[error]planted`;

const config = `
import { defineConfig } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [{ name: 'tiny', compare: 'strict', command: ['{{node}}', '{{root}}/agent.mjs'] }], scenarios: 'snapshots' },
  testDir: '.', workers: 1, reporter: [['list'], ['playwright-acp/reporter']],
});
`;

test('on GitHub a red run annotates the expected file, writes a job summary and report.json, and no text of the agent is live', async ({
  inlineProject,
}) => {
  const nested = inlineProject(projectFiles([], { ...scenarios({ same: 'hello', one: 'change it' }), 'playwright.config.ts': config }));
  await recordThenChange(nested);
  const agent = changedAgent('bye')
    .replace(`"bye"`, `"bye ${HOSTILE}"`)
    .replace('let sessions = 0;', `let sessions = 0; console.error("${HOSTILE}");`);
  expect(agent).toContain('console.error');
  nested.write('agent.mjs', agent);
  nested.write('summary.md', 'Another step was here.\n');
  const { code, output } = await playwright(nested.dir, ['test'], {
    CI: '1',
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(nested.dir, 'summary.md'),
    GITHUB_WORKSPACE: join(nested.dir, '..'),
  });
  expect(code).toBe(1);

  const commands = output.split('\n').filter((line) => /^\s*::/.test(line));
  expect(commands).toHaveLength(1);
  const { file, line } = /^::error file=(?<file>[^,]+),line=(?<line>\d+),title=one%3A changed::Transcript: 1 change/.exec(
    commands[0]!,
  )!.groups!;
  const annotated = readFileSync(join(nested.dir, '..', file!), 'utf8').split('\n')[Number(line) - 1];
  expect(annotated).toContain('hello change it');
  expect(output).not.toMatch(/##\[/);
  expect(output).not.toMatch(/[\u0007\u009B\u202A-\u202E\u2066-\u2069]|\u001B\]/);
  expect(output).not.toContain('\u001B[31mred');
  expect(output).toContain('planted');

  const summary = nested.read('summary.md');
  expect(summary).toContain('Another step was here.\n## playwright-acp\n\n1 of 2 scenarios need a look.');
  expect(summary.replace(/<code>(?:[\p{L}\p{N} …]|&#\d+;)*<\/code>/gu, 'TEXT')).not.toMatch(/[<\u001B\u202E]|planted/);

  const json: unknown = JSON.parse(nested.read('playwright-acp-report/report.json'));
  expect(reportFile.parse(json).counts).toEqual({
    scenarios: 2,
    byStatus: { changed: 1, matched: 1 },
    surfaces: expect.anything() as object,
  });
  for (const name of ['report', 'review']) {
    const schema = JSON.parse(nested.read(`node_modules/playwright-acp/dist/schemas/${name}.json`)) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const written: unknown = JSON.parse(nested.read(`playwright-acp-report/${name}.json`));
    expect(validate(written), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
});

test('elsewhere nothing is told to GitHub', async ({ inlineProject }) => {
  const nested = inlineProject(projectFiles([], { ...scenarios({ one: 'change it' }), 'playwright.config.ts': config }));
  await recordThenChange(nested);
  const { output } = await playwright(nested.dir, ['test'], { CI: '1' });
  expect(output).toContain('1 of 1 scenario needs a look');
  expect(output).not.toContain('::error');
});
