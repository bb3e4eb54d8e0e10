import { AcpError } from './acp-error.js';

export interface PrintedFinding {
  guard: string;
  place: string;
  problem: string;
  fix: string;
}

export const guardErrors = {
  /** Findings about the folder as a whole: what a test would say depends on the machine. */
  stopping: (findings: readonly PrintedFinding[]) =>
    new AcpError({
      code: 'ACP_GUARD',
      summary: 'The scenario files contradict each other, so that no test of them would mean anything.',
      facts: findings
        .slice(0, 5)
        .flatMap(({ guard, place, problem, fix }) => [['at', place] as const, [guard, problem] as const, ['fix', fix] as const]),
      look: 'npx playwright-acp check',
    }),
} as const;
