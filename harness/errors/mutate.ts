import { AcpError, type Problem } from './acp-error.js';

export const mutateErrors = {
  notGreen: (scenario: string, problems: readonly Problem[], changed: readonly string[]) =>
    new AcpError({
      code: 'ACP_MUTATE_NOT_GREEN',
      summary: `Scenario "${scenario}" does not pass as it stands: nothing can be measured against it.`,
      facts: [
        ...problems.map(({ code, summary }) => [code, summary] as const),
        ...(changed.length > 0 ? [['changed', changed.join(', ')] as const] : []),
      ],
      look: 'npx playwright test',
    }),
} as const;
