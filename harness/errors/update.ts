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
