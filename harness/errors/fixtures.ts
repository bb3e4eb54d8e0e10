import { AcpError } from './acp-error.js';
import type { Problem } from './acp-error.js';

/** Misuse of fixtures and matchers in a test. */
export const fixtureErrors = {
  noScenario: () =>
    new AcpError({
      code: 'ACP_FIXTURE_NO_SCENARIO',
      summary: 'This test asks for the "scenario" fixture and names no scenario.',
      facts: [
        ['fix', "test.use({ scenarioName: 'my-scenario' }) in its file or describe, or register the scenarios with defineScenarios()"],
      ],
    }),
  noAgent: (known: readonly string[]) =>
    new AcpError({
      code: 'ACP_FIXTURE_NO_AGENT',
      summary: 'This test asks for the "agent" fixture, and it is not said which agent profile to boot.',
      facts: [
        ['profiles', known.join(', ')],
        ['fix', `test.use({ agentName: '${known[0] ?? 'my-agent'}' }), or test.use({ scenarioName: '…' })`],
      ],
    }),
  outsideTest: (matcher: string) =>
    new AcpError({
      code: 'ACP_MATCHER_OUTSIDE_TEST',
      summary: `${matcher}() was called outside a test.`,
      facts: [['fix', 'call it in the body of a test']],
    }),
  unresolvedPromise: (matcher: string) =>
    new AcpError({
      code: 'ACP_MATCHER_PROMISE',
      summary: `An unresolved promise was passed to ${matcher}().`,
      facts: [['fix', `add await: expect(await scenario.run()).${matcher}()`]],
    }),
  notARun: (matcher: string, received: string) =>
    new AcpError({
      code: 'ACP_MATCHER_RECEIVED',
      summary: `${matcher}() compares a run, and received ${received}.`,
      facts: [['fix', `const run = await scenario.run(); await expect(run).${matcher}()`]],
    }),
  testEnded: () =>
    new AcpError({
      code: 'ACP_FIXTURE_TEST_ENDED',
      summary: 'The test ended while its run was going on.',
      facts: [['fix', 'await scenario.run(), and give the test a timeout above the deadlines of the agent profile']],
    }),
  notDeclared: (matcher: string, scenario: string, declared: readonly string[]) =>
    new AcpError({
      code: 'ACP_MATCHER_NOT_DECLARED',
      summary: `${matcher}() compares a surface that ${scenario} does not declare.`,
      facts: [
        ['declared', declared.join(', ')],
        ['fix', 'declare it under "surfaces" in the header of input.jsonl, or leave the matcher out'],
      ],
    }),
  attachmentNotWritten: (file: string, cause: Error & { code?: string | undefined }) =>
    new AcpError(
      {
        code: 'ACP_ATTACHMENT_NOT_WRITTEN',
        summary: /^(?:ENOSPC|EFBIG|EDQUOT)$/.test(cause.code ?? '')
          ? 'What differs could not be written beside the test: there is no room for it.'
          : 'What differs could not be written beside the test.',
        facts: [
          ['file', file],
          ['problem', cause.message],
        ],
        look: "the outputDir of the Playwright config: whether it can be written, and its disk's free room",
      },
      { cause },
    ),
  unnoticedFailure: (scenario: string, problem: Problem) =>
    new AcpError({
      ...problem,
      facts: [
        ...(problem.facts ?? []),
        ['scenario', scenario],
        ['told here', 'because no matcher of this test looked at the run: expect(run).toMatchSnapshots()'],
      ],
    }),
} as const;

/** What `defineScenarios` can be called with that it cannot follow. */
export const definitionErrors = {
  folderMissing: (folder: string) =>
    new AcpError({
      code: 'ACP_DEFINE_FOLDER',
      summary: 'The folder given to defineScenarios() does not exist.',
      facts: [
        ['folder', folder],
        ['fix', 'the path is taken from the file that calls it; correct it'],
      ],
    }),
  folderEmpty: (folder: string) =>
    new AcpError({
      code: 'ACP_DEFINE_EMPTY',
      summary: 'The folder given to defineScenarios() holds no scenario directory.',
      facts: [
        ['folder', folder],
        ['fix', 'put one directory with an input.jsonl into it'],
      ],
    }),
  nameWithoutDirectory: (name: string, folder: string, nearest: string | undefined) =>
    new AcpError({
      code: 'ACP_DEFINE_NAME',
      summary: `defineScenarios() names "${name}", and there is no such directory.`,
      facts: [
        ['folder', folder],
        ['fix', nearest === undefined ? 'create the directory, or remove the name' : `did you mean "${nearest}"?`],
      ],
    }),
  directoryWithoutName: (extra: readonly string[], folder: string) =>
    new AcpError({
      code: 'ACP_DEFINE_DIRECTORY',
      summary: `defineScenarios() does not name ${extra.map((name) => `"${name}"`).join(', ')}, and the directory is there.`,
      facts: [
        ['folder', folder],
        ['fix', 'name it, or remove the directory: a scenario that nothing runs protects nothing'],
      ],
    }),
  notParallel: (reason: string) =>
    new AcpError({
      code: 'ACP_DEFINE_SERIAL',
      summary:
        'defineScenarios() stands in a describe whose tests wait for each other; scenarios are independent, and their tests run in parallel mode.',
      facts: [
        ['Playwright', reason],
        ['fix', 'call defineScenarios() outside of test.describe.serial and of mode "serial" or "default"'],
      ],
    }),
  nameTwice: (name: string) =>
    new AcpError({ code: 'ACP_DEFINE_NAME', summary: `defineScenarios() names "${name}" twice.`, facts: [['fix', 'name it once']] }),
} as const;
