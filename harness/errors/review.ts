import { AcpError } from './acp-error.js';
import { UsageError } from './cli.js';

/** A report that cannot be reviewed, and what a review refuses. */
export const reviewErrors = {
  noReport: (place: string) =>
    new AcpError({
      code: 'ACP_REVIEW_NO_REPORT',
      summary: 'There is no report to review here.',
      facts: [
        ['looked for', place],
        ['fix', 'run npx playwright test with the reporter playwright-acp/reporter, or name the report folder or the zip that CI uploaded'],
      ],
    }),
  noReviewData: (place: string) =>
    new AcpError({
      code: 'ACP_REVIEW_NO_DATA',
      summary: 'The report holds no review.json, so nothing of it can be accepted.',
      facts: [
        ['report', place],
        ['fix', 'upload the whole report folder in CI, not its index.html alone; reports of older versions have to be made again'],
      ],
    }),
  noPage: (place: string) =>
    new AcpError({
      code: 'ACP_REVIEW_NO_PAGE',
      summary: 'The report holds no index.html that can be shown.',
      facts: [
        ['report', place],
        ['fix', 'run the tests again with this version of playwright-acp, or review it in the terminal'],
      ],
    }),
  unreadable: (place: string, problem: string) =>
    new AcpError({
      code: 'ACP_REVIEW_UNREADABLE',
      summary: 'The report cannot be read.',
      facts: [
        ['report', place],
        ['problem', problem],
      ],
      look: 'whether it was made by this version of playwright-acp',
    }),
  unsafe: (place: string, problem: string) =>
    new AcpError({
      code: 'ACP_REVIEW_UNSAFE',
      summary: 'The artifact holds what no report holds, so nothing of it is read.',
      facts: [
        ['artifact', place],
        ['problem', problem],
      ],
      look: 'where the artifact comes from',
    }),
  tooBig: (place: string, what: string, most: string) =>
    new AcpError({
      code: 'ACP_REVIEW_TOO_BIG',
      summary: 'The artifact is bigger than any report, so nothing of it is read.',
      facts: [
        ['artifact', place],
        ['what', what],
        ['at most', most],
      ],
      look: 'where the artifact comes from',
    }),
  inCi: (noticed: string) =>
    new AcpError({
      code: 'ACP_REVIEW_IN_CI',
      summary: 'Expected files are never written in CI, so a review is refused.',
      facts: [
        ['CI', noticed],
        ['fix', 'download the report and run npx playwright-acp apply on your machine; here only --list is open'],
      ],
    }),
  unknownTarget: (target: string, nearest: string | undefined, known: readonly string[]) =>
    new UsageError({
      code: 'ACP_REVIEW_TARGET',
      summary: `Nothing in the report is called "${target}".`,
      facts: [
        ['in it', known.length > 0 ? known.join('\n') : 'nothing that needs a look'],
        ['fix', nearest === undefined ? 'name a surface and scenario, a scenario, group:<n>, or all' : `did you mean "${nearest}"?`],
      ],
    }),
  noTerminal: (command: string) =>
    new UsageError({
      code: 'ACP_REVIEW_NO_TERMINAL',
      summary: 'There is no terminal to ask in.',
      facts: [['fix', `npx playwright-acp ${command} --list, then --accept <target> or --reject <target>; --ui asks in the browser`]],
    }),
  noArtifact: () =>
    new UsageError({
      code: 'ACP_CLI_ARGUMENT',
      summary: 'No artifact was named.',
      facts: [['fix', 'npx playwright-acp apply <folder or zip of the report that CI uploaded>']],
    }),
  oneArgument: (command: string, got: readonly string[]) =>
    new UsageError({
      code: 'ACP_CLI_ARGUMENT',
      summary: `${command} takes one folder or zip.`,
      facts: [
        ['got', got.join(' ')],
        ['fix', `npx playwright-acp ${command} <folder or zip>`],
      ],
    }),
} as const;
