import { agent } from './agent.js';
import { bulk } from './bulk.js';
import { caseCollision } from './case-collision.js';
import { classTwice } from './class-twice.js';
import type { Corpus } from './corpus.js';
import type { GuardFinding } from './finding.js';
import { fixedPoint } from './fixed-point.js';
import { form } from './form.js';
import type { Guard, GuardContext } from './guard.js';
import { headerChange } from './header-change.js';
import { header } from './header.js';
import { interrupted } from './interrupted.js';
import { link } from './link.js';
import { maxAge } from './max-age.js';
import { mergeConflict } from './merge-conflict.js';
import { missingFile } from './missing-file.js';
import { obsoleteFile } from './obsolete-file.js';
import { orphanedFile } from './orphaned-file.js';
import { override } from './override.js';
import { pinHeader } from './pin-header.js';
import { pin } from './pin.js';
import { provenance } from './provenance.js';
import { record } from './record.js';
import { requestPlace } from './request-place.js';
import { schemaVersion } from './schema-version.js';
import { secret } from './secret.js';
import { sessionLog } from './session-log.js';
import { sidecarTwice } from './sidecar-twice.js';
import { token } from './token.js';
import { undeclaredFile } from './undeclared-file.js';
import { unterminated } from './unterminated.js';

export const GUARDS: readonly Guard[] = [
  missingFile,
  orphanedFile,
  undeclaredFile,
  obsoleteFile,
  caseCollision,
  link,
  interrupted,
  form,
  mergeConflict,
  header,
  schemaVersion,
  record,
  sessionLog,
  unterminated,
  override,
  requestPlace,
  fixedPoint,
  token,
  pin,
  pinHeader,
  sidecarTwice,
  classTwice,
  bulk,
  headerChange,
  agent,
  secret,
  provenance,
  maxAge,
];

/** Every finding of every guard, in the order of their places. */
export function runGuards(corpus: Corpus, context: GuardContext): GuardFinding[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return GUARDS.flatMap((guard) => guard.check(corpus, context)).toSorted((a, b) => compare(a.place, b.place) || compare(a.guard, b.guard));
}

/**
 * Whether no test of the run could be trusted while a finding stands: which of several pins is meant, or which of two
 * files a name stands for, would depend on the machine. Whatever concerns one scenario fails that scenario's own test,
 * and a class without a pin those of its scenarios.
 */
export function isStopping({ guard, scenario }: GuardFinding): boolean {
  return scenario === undefined && (guard === 'case-collision' || guard === 'pin');
}
