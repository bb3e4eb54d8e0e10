import type { Outcome } from '../schema/index.js';
import type { SurfaceFile } from './transcript.js';

export const OUTCOME_FILE = 'outcome.expected.json';

/**
 * The outcome of a run as `outcome.expected.json`: keys in one order, findings sorted and each once, two spaces, a final
 * newline. `text` replaces paths in error messages (`createPathNormalizer`).
 */
export function outcomeSurface(outcome: Outcome, text: (text: string) => string): SurfaceFile {
  const { exitCode, signal, shutdown, prompts, findings } = outcome;
  const stable: Outcome = {
    schema: 1,
    exitCode,
    signal,
    shutdown,
    prompts: prompts.map(({ session, stopReason, error }) => ({
      session,
      ...(stopReason !== undefined && { stopReason }),
      ...(error && { error: { code: error.code, message: text(error.message) } }),
    })),
    findings: [...new Set(findings)].toSorted(),
  };
  return { name: OUTCOME_FILE, text: `${JSON.stringify(stable, null, 2)}\n` };
}
