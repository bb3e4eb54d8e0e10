import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type InlineProject } from '../fixtures/inline.js';
import { inputSource } from '../fixtures/projects.js';

/** The recorded scenario `text-turn` of the reference agent, and a spec of one test. */
function files(body: string): Record<string, string> {
  const folder = fileURLToPath(new URL('../../snapshots/text-turn', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  return {
    'playwright.config.ts': `
import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({
  acp: { agents: [referenceAgent, { name: 'tiny', command: ['{{node}}', '-e', '0'] }], scenarios: 'snapshots' },
  testDir: '.',
});
`,
    'own.spec.ts': `
import { test, expect } from 'playwright-acp';
test.use({ scenarioName: 'text-turn' });
test('with a fault', async ({ scenario }) => {
  ${body}
});
`,
    ...Object.fromEntries(names.map((name) => [`snapshots/text-turn/${name}`, readFileSync(join(folder, name), 'utf8')])),
  };
}

test('a test meets a fault and asserts what the agent made of it; nothing is written', async ({ inlineProject }) => {
  const project = inlineProject(
    files(`
  const met = await scenario.withFault('reset-after:3').run();
  expect(met).toMatchObject({ end: 'answered', retries: 2, chunks: { sent: 3 }, error: { code: -32603 }, log: { turn: 'error TRANSPORT' } });
  expect(await scenario.withFault('429', { times: 1 }).run()).toMatchObject({ stopReason: 'end_turn', retries: 1 });
  expect(await scenario.run()).toMatchSnapshots();`),
  );
  const before = project.state('snapshots');
  const result = await project.run([], { CI: '1' });
  expect(result, result.output).toMatchObject({ exitCode: 0, passed: 1 });
  expect(project.state('snapshots')).toEqual(before);
});

test('a fault that is none is an error where it is named, and lists the known ones', async ({ runInlineTest }) => {
  const result = await runInlineTest(files(`await scenario.withFault('reset').run();`));
  expect(result).toMatchObject({ exitCode: 1, failed: 1 });
  expect(result.output).toContain('ACP_FAULT_UNKNOWN');
  expect(result.output).toContain('duplicate-finish, finish-missing');
  expect(result.output).toMatch(/own\.spec\.ts:5/);
});

test('a test that ends in mid-fault leaves no agent behind', async ({ runInlineTest }) => {
  const result = await runInlineTest(
    files(`void scenario.withFault('stall', { wait: 600_000 }).run().catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));`),
  );
  expect(result, result.output).toMatchObject({ exitCode: 0, passed: 1 });
});

test('toMatchFaults writes what is missing and fails once, holds against it, refreshes it, and never writes in CI', async ({
  inlineProject,
}) => {
  const body = (more: string) => `expect(await scenario.faults({ faults: ['401', 'stall:2'], wait: 1_000${more} })).toMatchFaults();`;
  const project = inlineProject(files(body('')));
  const file = 'snapshots/text-turn/faults.expected.jsonl';
  const inCi = await project.run([], { CI: '1' });
  expect(inCi).toMatchObject({ exitCode: 1, failed: 1 });
  expect(inCi.output).toContain('ACP_FAULTS_MISSING');
  expect(project.exists(file)).toBe(false);

  const first = await project.run(['--retries=1']);
  expect(first, first.output).toMatchObject({ exitCode: 1, failed: 1, flaky: 0 });
  expect(first.output).toContain('It was written now');
  const written = project.read(file);
  expect(
    written
      .split('\n')
      .slice(1, 3)
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { type: 'fault', fault: '401', end: 'answered', retries: 0, log: { turn: 'error AUTH' } },
    { type: 'fault', fault: 'stall:2', end: 'cancelled', stopReason: 'cancelled' },
  ]);
  // What differs from machine to machine is not in it: the same again, in CI too.
  expect(await project.run([], { CI: '1' })).toMatchObject({ exitCode: 0, passed: 1 });

  project.write(file, written.replace('"turn":"error AUTH"', '"turn":"completed"'));
  const changed = await project.run();
  expect(changed).toMatchObject({ exitCode: 1, failed: 1 });
  expect(changed.output).toContain('401: log.turn "completed" → "error AUTH"');
  expect(await project.run(['--update-snapshots'])).toMatchObject({ exitCode: 0, passed: 1 });
  expect(project.read(file)).toBe(written);

  project.write(file, written.replace('"retries":0', '"retries":0,"tries":1'));
  const unknown = await project.run();
  expect(unknown.exitCode).toBe(1);
  expect(unknown.output).toContain('faults.expected.jsonl:2');
});

test('toMatchFaults takes a table of its scenario and nothing else', async ({ runInlineTest }) => {
  const result = await runInlineTest(files(`expect({ rows: [] }).toMatchFaults();`));
  expect(result).toMatchObject({ exitCode: 1, failed: 1 });
  expect(result.output).toContain('ACP_MATCHER_NOT_FAULTS');
});

const faults = (project: InlineProject, ...args: string[]) => project.cli(['faults', ...args]);

test('faults prints what the agent made of each, as a table and as JSON', async ({ inlineProject }) => {
  const project = inlineProject(files(''));
  const before = project.state();
  const told = await faults(project, 'text-turn', '--fault', '401', '--fault', 'stall:2', '--wait', '1');
  expect(told.exitCode, told.output).toBe(0);
  expect(told.output).toMatch(/^text-turn: reference-agent \S+, model call 1$/m);
  expect(told.output).toMatch(/^401 +answered +error -32603 +0 +1, error AUTH +stdin-end +0$/m);
  expect(told.output).toMatch(/^stall:2 +2\/18 +cancelled +cancelled +0\+ +1, aborted +stdin-end +0$/m);
  const { output, exitCode } = await faults(project, 'text-turn', '--json', '--fault', '500', '--times', '1');
  expect(exitCode, output).toBe(0);
  const json = JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1)) as { tables: object[] };
  expect(json).toMatchObject({
    errors: [],
    tables: [{ scenario: 'text-turn', agent: 'reference', rows: [{ record: { type: 'fault', fault: '500', times: 1, retries: 1 } }] }],
  });
  expect(project.state()).toEqual(before);
});

test('faults fails where a fault cannot be made, and refuses wrong usage before an agent is booted', async ({ inlineProject }) => {
  const project = inlineProject({ ...files(''), 'snapshots/without/input.jsonl': inputSource('without') });
  const none = await faults(project, 'without', '--fault', '401');
  expect(none.exitCode).toBe(1);
  expect(none.output).toContain('ACP_FAULT_NO_PROVIDER');
  for (const [args, says] of [
    [[], 'No scenario is named'],
    [['text-turn', '--fault', 'sleepy'], 'There is no fault "sleepy"'],
    [['text-turn', '--call', '0'], '--call'],
    [['text-turn', '--wait', 'long'], 'number of seconds'],
    [['text-turn', '--faults', '401'], 'did you mean "--fault"?'],
  ] as const) {
    const { exitCode, output } = await faults(project, ...args);
    expect(exitCode, output).toBe(2);
    expect(output).toContain(says);
  }
  expect((await faults(project, '--help')).output).toContain('reset-after:3');
});
