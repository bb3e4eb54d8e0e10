import type { Problem } from './acp-error.js';

/** Results that refresh and record do not take as expectation. */
export const acceptErrors = {
  findings: (scenario: string, findings: readonly { rule: string; message: string; frame?: number }[]): Problem => ({
    code: 'ACP_FINDING',
    summary:
      findings.length === 1
        ? 'The run shows a fault that no expectation may hold.'
        : `The run shows ${findings.length} faults that no expectation may hold.`,
    facts: [
      ['scenario', scenario],
      ...findings
        .slice(0, 10)
        .map(({ rule, message, frame }) => [rule, frame === undefined ? message : `${message}   (frame ${frame})`] as const),
      ...(findings.length > 10 ? [['and', `${findings.length - 10} more`] as const] : []),
    ],
    intended: `"allow":[${[...new Set(findings.map(({ rule }) => rule))].map((rule) => `{"finding":"${rule}","reason":…}`).join(',')}] in the header of input.jsonl`,
  }),
} as const;
