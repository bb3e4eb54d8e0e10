import { runErrors } from '../errors/run.js';
import { findLeaks } from '../redact/leaks.js';
import { describeSecret, scanFile, type Secrets } from '../redact/index.js';
import type { Scenario } from '../scenario/index.js';
import { callsOf } from './decisions.js';
import { neverAccept } from './never-accept.js';
import type { Run } from './run.js';
import type { Staged } from './stage.js';

export function refuseUnlessSound(name: string, live: Run): void {
  const problems = neverAccept(live);
  const own = problems.find(({ code }) => code.startsWith('ACP_RECORD_'));
  if (own) throw runErrors.asIs(own);
  if (problems.length > 0) throw runErrors.notRecorded(name, problems);
}

export function refuseNothingCaptured({ name, header }: Scenario, live: Run, { entries }: Staged): void {
  const calls = callsOf(live.decisions).length;
  if (header.seam === 'provider' && calls === 0) throw runErrors.nothingOnWire(name);
  if (header.seam !== 'session') return;
  if (calls === 0 || live.logs.length === 0 || (entries === 0 && !header.overridden)) throw runErrors.nothingCaptured(name, calls, entries);
}

export function refuseUnlessReplayed(name: string, replay: Run): void {
  const problems = neverAccept(replay);
  if (problems.length > 0) throw runErrors.notReplayable(name, problems);
}

/** The gate before a scenario is written. */
export async function refuseSecrets(name: string, files: ReadonlyMap<string, Uint8Array>, secrets: Secrets): Promise<void> {
  const leaks = await findLeaks(files, secrets);
  if (leaks.length > 0) throw runErrors.secretLeft(name, leaks.map(describeSecret));
}

/** A user or host name that the author wrote into the scenario is a word of it, such as `reports`. */
export function withoutAuthoredNames(secrets: Secrets, files: ReadonlyMap<string, Uint8Array>): Secrets {
  if (!secrets.identity) return secrets;
  const { users, hosts } = secrets.identity;
  const texts = [...files].map(([name, content]) => `${name} ${new TextDecoder().decode(content)}`);
  const isAbsent = (kind: 'users' | 'hosts') => (value: string) => {
    const identity = { homes: [], users: [], hosts: [], [kind]: [value] };
    return !texts.some((text) => scanFile('', text, { canaries: [], identity }).some(({ rule }) => rule === kind.slice(0, -1)));
  };
  return {
    ...secrets,
    identity: { ...secrets.identity, users: users.filter(isAbsent('users')), hosts: hosts.filter(isAbsent('hosts')) },
  };
}
