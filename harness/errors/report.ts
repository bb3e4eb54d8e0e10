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
      summary: 'The report could not be written.',
      facts: [
        ['file', file],
        ['problem', problem],
      ],
      look: 'the reporter option outputFolder, and whether the folder can be written',
    }),
} as const;
