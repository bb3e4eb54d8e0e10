import type { SurfaceComparison, SurfaceId } from '../schema/index.js';
import { SURFACES } from '../schema/index.js';
import { belongsTo, compareSurface, reachability, SYSTEM_PROMPT_FILE, TOOL_SCHEMAS_FILE } from '../surfaces/index.js';
import type { Run } from './run.js';

/**
 * Compares surfaces of a run with what is committed now, in report order; all nine where none are named. Writes nothing.
 *
 * @example
 * const changed = compareRun(run).filter(({ status }) => status === 'changed');
 */
export function compareRun(run: Run, surfaces: readonly SurfaceId[] = SURFACES): SurfaceComparison[] {
  const { scenario, profile } = run;
  const context = { scenario: scenario.name, ...(profile.normalizers && { normalizers: profile.normalizers }) };
  const committed = committedFiles(run);
  const damaged = [...(scenario.files.damaged ?? [])];
  const { reached, note = '' } = reachability(run.decisions, run.runMode);
  return run.surfaces
    .filter(({ surface }) => surfaces.includes(surface))
    .map((actual) => {
      const comparison = compareSurface(actual, committed, context);
      // What its damaged file says cannot be told, equal or not.
      if (comparison.status === 'matched' && damaged.some((name) => belongsTo(actual.surface, name)))
        return { ...comparison, status: 'missing' };
      // Equal up to the refused call says nothing of what would have come after it.
      return !reached && comparison.status === 'matched' ? { ...comparison, status: 'not-reached', note } : comparison;
    });
}

/** The committed files of a run's scenario with its recorded logs, and the pin's files where another scenario holds them. */
export function committedFiles({ scenario, pinned }: Run): Map<string, Uint8Array> {
  const files = new Map([...scenario.files.logs, ...scenario.files.expected]);
  if (scenario.header.pin) return files;
  for (const name of [SYSTEM_PROMPT_FILE, TOOL_SCHEMAS_FILE]) {
    const bytes = pinned?.get(name);
    if (bytes) files.set(name, bytes);
  }
  return files;
}
