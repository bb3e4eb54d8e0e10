import { AcpError, type Problem } from './acp-error.js';

/** Faults that cannot be made. */
export const faultErrors = {
  unknown: (name: string, known: readonly string[], nearest?: string) =>
    new AcpError({
      code: 'ACP_FAULT_UNKNOWN',
      summary: `There is no fault "${name}".`,
      facts: [
        ['faults', known.join(', ')],
        ['fix', nearest === undefined ? 'name one of them' : `did you mean "${nearest}"?`],
      ],
    }),
  badNumber: (text: string, counted: readonly string[]) =>
    new AcpError({
      code: 'ACP_FAULT_UNKNOWN',
      summary: `The fault "${text}" has a number that means nothing.`,
      facts: [['with a number', counted.map((name) => `${name}:3`).join(', ')]],
      look: 'the number counts the whole chunks that come before the fault',
    }),
  badSetting: (setting: string, value: unknown, wanted: string) =>
    new AcpError({ code: 'ACP_FAULT_SETTING', summary: `A fault's "${setting}" has to be ${wanted}, not ${JSON.stringify(value)}.` }),
  refusedTimes: () =>
    new AcpError({
      code: 'ACP_FAULT_SETTING',
      summary: 'A refused connection lasts: nobody sees an attempt, so none can be counted.',
      facts: [['fix', 'leave "times" out for "refused"']],
    }),
  noCall: (scenario: string, call: number, recorded: number) =>
    new AcpError({
      code: 'ACP_FAULT_NO_CALL',
      summary: `No fault can be put on model call ${call} of scenario "${scenario}".`,
      facts: [['recorded', recorded === 1 ? '1 model call' : `${recorded} model calls`]],
    }),
  noProvider: (profile: string, scenario: string) =>
    new AcpError({
      code: 'ACP_FAULT_NO_PROVIDER',
      summary: `Agent "${profile}" has no provider that could fail in scenario "${scenario}".`,
      facts: [['fix', 'name the variable that holds the live base URL: `session.baseUrl` of the profile, or give it a provider seam']],
    }),
  /** A problem of a run as the error it was. */
  told: (problem: Problem) => new AcpError(problem),
  notATable: () =>
    new AcpError({
      code: 'ACP_MATCHER_NOT_FAULTS',
      summary: 'toMatchFaults() was given something that is not a table of faults.',
      facts: [['fix', 'expect(await scenario.faults()).toMatchFaults()']],
    }),
  neverExpected: (scenario: string, what: readonly string[]) =>
    new AcpError({
      code: 'ACP_FAULTS_NEVER_EXPECTED',
      summary: `${scenario}: what the agent made of faults of its provider can never be the expectation.`,
      facts: [['because', what.join('\n')]],
    }),
  changed: (scenario: string, differences: readonly string[]) =>
    new AcpError({
      code: 'ACP_FAULTS_CHANGED',
      summary: `${scenario}: the agent makes something else of faults of its provider than faults.expected.jsonl says.`,
      facts: [
        ['differences', differences.slice(0, 20).join('\n')],
        ...(differences.length > 20 ? [['more', String(differences.length - 20)] as const] : []),
      ],
      look: `npx playwright-acp faults ${scenario}`,
    }),
  missing: (scenario: string, written: boolean) =>
    new AcpError({
      code: 'ACP_FAULTS_MISSING',
      summary: written
        ? `${scenario}: faults.expected.jsonl did not exist. It was written now; look at it and commit it.`
        : `${scenario}: faults.expected.jsonl does not exist.`,
    }),
  matched: (scenario: string) =>
    new AcpError({
      code: 'ACP_FAULTS_MATCHED',
      summary: `${scenario}: not.toMatchFaults() expected a difference, and faults.expected.jsonl says the same or does not exist.`,
    }),
  notReached: (scenario: string, fault: string, call: number, why: string) =>
    new AcpError({
      code: 'ACP_FAULT_NOT_REACHED',
      summary: `The fault "${fault}" never happened: the agent did not come to model call ${call} of scenario "${scenario}".`,
      facts: [['instead', why]],
    }),
} as const;
