import { AcpError } from './acp-error.js';

type Facts = readonly (readonly [string, string])[];

/** Why an unknown agent could not be driven, and what may help. */
export const doctorErrors = {
  noAnswer: (request: string, ms: number, facts: Facts, fix: string) =>
    new AcpError({
      code: 'ACP_DOCTOR_NO_ANSWER',
      summary: `The agent gave no answer to ${request}; it was waited for ${ms} ms.`,
      facts: [...facts, ['fix', fix]],
    }),
  refused: (request: string, ms: number, facts: Facts, fix: string) =>
    new AcpError({
      code: 'ACP_DOCTOR_REFUSED',
      summary: `The agent answered ${request} with an error, after ${ms} ms.`,
      facts: [...facts, ['fix', fix]],
    }),
  noBaseUrl: (hosts: readonly string[], facts: Facts) =>
    new AcpError({
      code: 'ACP_DOCTOR_NO_BASE_URL',
      summary: `The agent calls its model at ${hosts.join(', ')} itself: no base URL that it was handed was used.`,
      facts: [...facts, ['fix', GIVE_BASE_URL]],
    }),
  unexplained: (facts: Facts) =>
    new AcpError({
      code: 'ACP_DOCTOR_DIFFERS',
      summary: 'Two runs of the same input differ, and no rule was found for it.',
      facts: [
        ...facts,
        [
          'fix',
          'turn off what varies (--env, --file), or give the profile a rule with a reason: idsAt, timestampsAt, textAt of playwright-acp/config',
        ],
      ],
    }),
  noEnd: (rounds: number, facts: Facts) =>
    new AcpError({
      code: 'ACP_DOCTOR_DIFFERS',
      summary: `Each of ${rounds} rounds showed something new that differs.`,
      facts: [
        ...facts,
        ['fix', 'turn off what varies (--env, --file), or give the profile rules with reasons: idsAt, timestampsAt, textAt'],
      ],
    }),
} as const;

/** How a person hands an agent the base URL that no variable does. */
export const GIVE_BASE_URL =
  'put {{provider}} where it reads its base URL: an argument behind "--", --env NAME={{provider}}, --file "{{home}}/.agent/config=template"; or name its variable with --variable';
