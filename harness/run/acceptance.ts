import { createHash } from 'node:crypto';
import type { Acceptance, SurfaceComparison, SurfaceId } from '../schema/index.js';
import { belongsTo, isView, logDrift } from '../surfaces/index.js';
import type { SurfaceActual } from '../surfaces/index.js';
import type { Run } from './run.js';

/**
 * What accepting this surface later would write and remove, by hash, and which committed files it was compared with: a
 * review has neither the profile nor the run. Undefined where there is nothing to accept, or not in this scenario.
 * Whether the run as a whole may be accepted is asked of `neverAccept`.
 */
export function acceptance(run: Run, { surface, status }: SurfaceComparison): Acceptance | undefined {
  if (status !== 'changed' && status !== 'missing') return undefined;
  const actual = run.surfaces.find((one) => one.surface === surface);
  if (actual?.status !== 'captured' || isView(surface)) return undefined;
  if (isSidecar(surface) && !run.scenario.header.pin) return undefined;
  const { expected, logs } = run.scenario.files;
  const committed = new Map([...expected].filter(([name]) => belongsTo(surface, name)));
  if (surface === 'session-log') return accepted(new Map([...logs, ...committed]), logChanges(run, actual));
  const produced = new Set(actual.files.map(({ name }) => name));
  return accepted(committed, { write: actual.files, remove: [...committed.keys()].filter((name) => !produced.has(name)) });
}

/** Only the pin's scenario holds it. */
export const isSidecar = (surface: SurfaceId) => surface === 'system-prompt' || surface === 'tool-schemas';

/** A log that says what its recorded one says needs no expected file. */
export function logChanges({ scenario, profile }: Run, actual: SurfaceActual): ReturnType<typeof logDrift> {
  const committed = new Map([...scenario.files.logs, ...scenario.files.expected]);
  return logDrift(actual.files, committed, {
    scenario: scenario.name,
    ...(profile.normalizers && { normalizers: profile.normalizers }),
  });
}

function accepted(base: ReadonlyMap<string, Uint8Array>, { write, remove }: ReturnType<typeof logDrift>): Acceptance {
  const unchanged = (name: string, hash: string) => base.has(name) && sha256(base.get(name)!) === hash;
  return {
    base: [...base].map(([name, content]) => ({ name, sha256: sha256(content) })),
    write: write.map(({ name, content }) => ({ name, sha256: sha256(content) })).filter(({ name, sha256 }) => !unchanged(name, sha256)),
    remove: [...remove],
  };
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
