import { AcpError } from './acp-error.js';

/** What can go wrong between a run's attachment and the report. */
export const reportErrors = {
  unknownOption: (name: string, known: readonly string[]) =>
    new AcpError({
      code: 'ACP_REPORT_OPTION',
      summary: `The reporter has no option "${name}".`,
      facts: [['options', known.join(', ')]],
      intended: 'correct the reporter entry in the Playwright config',
    }),
  invalidOption: (name: string, wanted: string, got: string) =>
    new AcpError({
      code: 'ACP_REPORT_OPTION',
      summary: `The reporter's option "${name}" must be ${wanted}.`,
      facts: [['got', got]],
      intended: 'correct the reporter entry in the Playwright config',
    }),
  pageMissing: (file: string) =>
    new AcpError({
      code: 'ACP_REPORT_PAGE_MISSING',
      summary: 'The report page was not built.',
      facts: [['missing', file]],
      look: 'npm run build (in a checkout), or install playwright-acp again',
    }),
  unreadableRun: (test: string, problem: string) =>
    new AcpError({
      code: 'ACP_REPORT_RUN_UNREADABLE',
      summary: 'A run could not be read, so the report is partial.',
      facts: [
        ['test', test],
        ['problem', problem],
      ],
      look: 'whether all parts of playwright-acp have one version',
    }),
  runMissing: (test: string) =>
    new AcpError({
      code: 'ACP_REPORT_RUN_MISSING',
      summary: 'A test of a scenario passed and tells of no run, so the report is partial.',
      facts: [['test', test]],
      look: 'whether attachments were lost on the way: blob reports have to be kept whole',
    }),
  failed: (hook: string, problem: string) =>
    new AcpError({
      code: 'ACP_REPORT_FAILED',
      summary: 'The reporter itself failed, so the report is partial or missing.',
      facts: [
        ['in', hook],
        ['problem', problem],
      ],
      look: 'the issue tracker of playwright-acp: this is a fault of its reporter',
    }),
  metadata: (problem: string) =>
    new AcpError({
      code: 'ACP_REPORT_METADATA',
      summary: 'What globalSetup wrote about the run could not be read, so the report is partial.',
      facts: [['problem', problem]],
      look: "config.metadata['playwright-acp']",
    }),
  notWritten: (file: string, problem: string) =>
    new AcpError({
      code: 'ACP_REPORT_NOT_WRITTEN',
      summary: /ENOSPC|EFBIG|EDQUOT/.test(problem)
        ? 'The report could not be written: there is no room for it.'
        : 'The report could not be written.',
      facts: [
        ['file', file],
        ['problem', problem],
      ],
      look: 'the reporter option outputFolder, and whether the folder can be written',
    }),
} as const;
