import { findLeaks } from '../redact/leaks.js';
import type { SecretFinding } from '../redact/index.js';
import { secretsOf } from './canaries.js';
import { withoutAuthoredNames } from './record-refusals.js';
import type { FaultTable } from './faults/fault-table.js';
import type { Run } from './run.js';
import { formatFaults } from '../faults/index.js';
import { FAULTS, type Scenario } from '../scenario/index.js';

/**
 * Secrets in the files that a run could make the expectation of: all it produced, or with `missingOnly` those that
 * have no expected file yet. Asynchronous, while the write itself is not, so it is asked once the run is over.
 */
export async function leaksOf(
  run: Run,
  environment: Readonly<Record<string, string | undefined>>,
  { missingOnly }: { missingOnly: boolean },
): Promise<SecretFinding[]> {
  const { expected, logs } = run.scenario.files;
  const files = new Map<string, Uint8Array>();
  for (const { surface, status, files: produced } of run.surfaces) {
    if (status !== 'captured' || surface === 'conformance' || surface === 'tool-calls') continue;
    for (const { name, content } of produced) {
      const committed = expected.get(name) ?? logs.get(name.replace('.expected.', '.'));
      // What is committed already is not written again.
      if (committed && (missingOnly || Buffer.from(committed).equals(content))) continue;
      files.set(name, content);
    }
  }
  if (files.size === 0) return [];
  const secrets = withoutAuthoredNames(secretsOf(environment, run.profile.session?.live), new Map([...logs, ...expected]));
  const committed = [...logs.values(), ...expected.values()].map((bytes) => new TextDecoder().decode(bytes));
  // A word that is committed already is no secret of this machine, whatever variable holds it too.
  const canaries = secrets.canaries.filter((canary) => !committed.some((text) => text.includes(canary)));
  return findLeaks(files, { ...secrets, canaries });
}

/** Secrets in what `faults.expected.jsonl` would say. */
export async function leaksOfFaults(
  { name, files: { expected, logs } }: Scenario,
  { rows }: FaultTable,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SecretFinding[]> {
  const text = formatFaults(
    name,
    rows.map(({ record }) => record),
  );
  const secrets = withoutAuthoredNames(secretsOf(environment), new Map([...logs, ...expected]));
  return findLeaks(new Map([[FAULTS, new TextEncoder().encode(text)]]), secrets);
}
