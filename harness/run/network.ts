import type { Problem } from '../errors/acp-error.js';
import { runErrors } from '../errors/run.js';
import { openNetwork, type AgentNetwork } from '../process/index.js';
import type { AgentProfile, NetworkReport } from '../schema/index.js';
import type { RunMode } from './plan.js';

/** The network of one run's agent. A recording calls the live provider: it is given the machine's own. */
export async function openRunNetwork(profile: AgentProfile, runMode: RunMode, ledger?: string): Promise<AgentNetwork | undefined> {
  if (runMode === 'record') return undefined;
  return openNetwork({
    ...(profile.unsealed !== undefined && { unsealed: `the profile says: ${profile.unsealed}` }),
    ...(ledger !== undefined && { ledger }),
  });
}

/** What was tried, each attempt with the profile's reason where it allows the host. `bootedAt`: ms since the epoch. */
export function reportNetwork(network: AgentNetwork, profile: AgentProfile, bootedAt: number): NetworkReport {
  const { sealed, why, attempts } = network;
  return {
    sealed,
    ...(why !== undefined && { why }),
    attempts: attempts.map(({ at, ...attempt }) => {
      const allowed = profile.hosts?.find(({ host }) => names(host, attempt.host));
      return { ...attempt, at: Math.max(0, at - bootedAt), ...(allowed && { reason: allowed.reason }) };
    }),
  };
}

function names(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** An attempt that the profile does not name fails the run, though nothing came of it: live, it would have. */
export function judgeNetwork(scenario: string, report: NetworkReport | undefined): Problem[] {
  const attempts = (report?.attempts ?? []).filter(({ reason }) => reason === undefined);
  return attempts.length === 0 ? [] : [runErrors.networkAttempt(scenario, attempts).problem];
}
