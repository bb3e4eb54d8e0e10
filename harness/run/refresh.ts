import type { Problem } from '../errors/acp-error.js';
import { SURFACES, type SurfaceId } from '../schema/index.js';
import { belongsTo, isView, SYSTEM_PROMPT_FILE, TOOL_SCHEMAS_FILE, type SurfaceActual } from '../surfaces/index.js';
import { isSidecar, logChanges } from './acceptance.js';
import { compareRun } from './compare.js';
import { neverAccept } from './never-accept.js';
import type { Run } from './run.js';

/** What a refresh would do. */
export interface Refresh {
  /** Expected files to write, or to remove (`undefined`), by name. Never a replay source. */
  write: Map<string, Uint8Array | undefined>;
  /** Why nothing may be written; `write` is then empty. */
  refused: Problem[];
  /** What else is to be done, in a sentence. */
  notes: string[];
}

/**
 * Which expected files would make this run the expectation, for all surfaces or those that are named. Files that match
 * are left out: client rows of a transcript stay as they are on disk, so that a second refresh writes nothing.
 */
export function refreshFiles(run: Run, surfaces: readonly SurfaceId[] = SURFACES): Refresh {
  const refused = neverAccept(run);
  if (refused.length > 0) return { write: new Map(), refused, notes: [] };
  const write: Refresh['write'] = new Map();
  const unmatched = new Set(compareRun(run, surfaces).flatMap(({ surface, status }) => (status === 'matched' ? [] : [surface])));
  for (const actual of run.surfaces) {
    if (!surfaces.includes(actual.surface) || actual.status !== 'captured' || isView(actual.surface)) continue;
    if (actual.surface === 'session-log') writeLogs(run, actual, write);
    else if (unmatched.has(actual.surface) && (run.scenario.header.pin || !isSidecar(actual.surface))) writeSurface(run, actual, write);
    for (const name of run.scenario.files.damaged ?? [])
      if (belongsTo(actual.surface, name) && !write.has(name)) write.set(name, undefined);
  }
  return { write, refused: [], notes: surfaces.some(isSidecar) ? pinNotes(run) : [] };
}

function writeSurface(run: Run, actual: SurfaceActual, write: Refresh['write']): void {
  for (const name of run.scenario.files.expected.keys()) if (belongsTo(actual.surface, name)) write.set(name, undefined);
  for (const { name, content } of actual.files) write.set(name, content);
}

function writeLogs(run: Run, actual: SurfaceActual, write: Refresh['write']): void {
  const drift = logChanges(run, actual);
  const { expected } = run.scenario.files;
  for (const { name, content } of drift.write) {
    const known = expected.get(name);
    if (!known || Buffer.compare(known, content) !== 0) write.set(name, content);
  }
  for (const name of drift.remove) write.set(name, undefined);
}

/** Refresh writes a pin in its own scenario only; where another one sees the header differ from it, it says so. */
function pinNotes(run: Run): string[] {
  const { header, name } = run.scenario;
  if (header.pin || header.headerClass === undefined) return [];
  const differing = run.surfaces.filter(({ surface, status, files }) => isSidecar(surface) && status === 'captured' && files.length > 0);
  if (differing.length === 0) return [];
  const files = differing.map(({ surface }) => (surface === 'system-prompt' ? SYSTEM_PROMPT_FILE : TOOL_SCHEMAS_FILE)).join(' and ');
  return [
    `${name}: refresh ${run.pin?.scenario ?? `the pin of header class "${header.headerClass}"`} too: its ${files} differ from what this run sent.`,
  ];
}
