import { AcpError } from './acp-error.js';

/** Writes that CI refuses. `noticed` is what made it a CI machine, `asked` what the user typed. */
export const updateErrors = {
  updateInCi: (asked: string, noticed: string) =>
    new AcpError({
      code: 'ACP_UPDATE_IN_CI',
      summary: 'Expected files are never written in CI, so the update is refused.',
      facts: [
        ['asked by', asked],
        ['CI', noticed],
        ['fix', 'run it on your machine, look at the diff and commit it; in CI leave the option out'],
      ],
    }),
  fixInCi: (noticed: string) =>
    new AcpError({
      code: 'ACP_CHECK_FIX_IN_CI',
      summary: 'CI writes nothing, so the repair is refused.',
      facts: [
        ['CI', noticed],
        ['fix', 'run npx playwright-acp check --fix on your machine and commit what it changes'],
      ],
    }),
  changedInCi: (changes: readonly string[], noticed: string) =>
    new AcpError({
      code: 'ACP_RUN_CHANGED_FILES',
      summary: 'Scenario files changed while the tests ran, and CI writes nothing.',
      facts: [
        ...changes.slice(0, 10).map((change) => change.split(' ', 2) as [string, string]),
        ...(changes.length > 10 ? [['and', `${changes.length - 10} more`] as const] : []),
        ['CI', noticed],
        ['fix', 'look for a test, an agent or a step of the pipeline that writes there'],
      ],
    }),
  secret: (scenario: string, places: readonly string[]) =>
    new AcpError({
      code: 'ACP_UPDATE_SECRET',
      summary: `Nothing was written: expected files of scenario "${scenario}" would hold secrets.`,
      facts: places.map((place) => ['secret', place] as const),
      look: 'what the agent says or writes there; a secret belongs into the environment only',
    }),
  recordInCi: (noticed: string) =>
    new AcpError({
      code: 'ACP_RECORD_IN_CI',
      summary: 'Recording is refused in CI.',
      facts: [
        ['CI', noticed],
        ['fix', 'record on your machine, where the credentials are yours, and commit the scenario'],
      ],
    }),
} as const;
