import type { Problem } from '../errors/acp-error.js';
import { acceptErrors } from '../errors/accept.js';
import type { Run } from './run.js';

/**
 * Why a run may never become the expectation: it broke, the replay was missed, ambiguous, exhausted or left over,
 * it tried to reach a host that its profile does not name, or it shows an error finding (a protocol breach, noise, an unknown tool, a crash) that the header does not allow by
 * name. Empty where it may.
 */
export function neverAccept(run: Run): Problem[] {
  const findings = run.findings.filter(({ severity, allowed }) => severity === 'error' && !allowed);
  return [
    ...(run.failure ? [run.failure] : []),
    ...run.replayProblems,
    ...run.networkProblems,
    ...(findings.length > 0 ? [acceptErrors.findings(run.scenario.name, findings)] : []),
  ];
}
