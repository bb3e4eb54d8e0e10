import { AcpError } from './acp-error.js';

export const surfaceErrors = {
  /** `state` folds to the final state; it is designed, not built. */
  compareModeUnsupported: (mode: string, scenario: string) =>
    new AcpError({
      code: 'ACP_COMPARE_MODE_UNSUPPORTED',
      summary: `Compare mode "${mode}" is not supported yet.`,
      facts: [
        ['scenario', scenario],
        ['supported', 'strict, causal'],
        ['fix', 'write "mode":"causal" in the header of input.jsonl, or in the agent profile'],
      ],
    }),
};
