import { AcpError } from '../errors/acp-error.js';
import { runErrors } from '../errors/run.js';
import { loadScenario, surfaceOf, type Scenario } from '../scenario/index.js';
import type { AgentProfile, ChangeKind, SurfaceComparison, SurfaceId, SurfaceStatus } from '../schema/index.js';
import { compareSurface, isView } from '../surfaces/index.js';
import { committedFiles, compareRun } from './compare.js';
import { neverAccept } from './never-accept.js';
import type { Run, RunOptions } from './run.js';
import { runScenario } from './run-scenario.js';

/** What a new run says of one surface beside what was committed. */
export interface SurfaceChange {
  surface: SurfaceId;
  status: SurfaceStatus;
  /** How many changes of each kind. */
  counts: Partial<Record<ChangeKind, number>>;
}

/**
 * `3 value, 1 order`: the changes of a surface by kind; `equal` where there is none.
 *
 * @example
 * describeCounts({ value: 3, order: 1 }); // '3 value, 1 order'
 */
export function describeCounts(counts: SurfaceChange['counts']): string {
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length === 0 ? 'equal' : kinds.join(', ');
}

/** Old against new: the committed files of a scenario against what its new recording replays to. */
export function changesOf(old: Scenario, replay: Run): SurfaceChange[] {
  const committed = committedFiles({ ...replay, scenario: old });
  const { normalizers } = replay.profile;
  return replay.surfaces
    .filter(({ status }) => status === 'captured')
    .map((actual): SurfaceChange => {
      try {
        const { surface, status, changeCounts } = compareSurface(actual, committed, {
          scenario: old.name,
          ...(normalizers && { normalizers }),
        });
        return { surface, status, counts: changeCounts };
      } catch {
        // The committed file is damaged: all of it is new.
        return { surface: actual.surface, status: 'new', counts: {} };
      }
    })
    .filter(({ status }) => status !== 'skipped');
}

/** Expected files that compare equal keep their bytes, client rows included, so that git shows what changed and nothing else. */
export function keepEqualFiles(
  files: ReadonlyMap<string, Uint8Array>,
  old: Scenario,
  changes: readonly SurfaceChange[],
): Map<string, Uint8Array> {
  const equal = new Set(changes.filter(({ status, surface }) => status === 'matched' && !isView(surface)).map(({ surface }) => surface));
  return new Map(
    [...files].map(([name, bytes]) => {
      const surface = surfaceOf(name);
      // The log is compared normalized, and is the replay source.
      const kept = surface !== undefined && surface !== 'session-log' && equal.has(surface) ? old.files.expected.get(name) : undefined;
      return [name, kept ?? bytes];
    }),
  );
}

/**
 * What a red scenario says may be a bug: a recording that makes it green has to say why.
 * @returns why it is red now, for the one who reads the reason; nothing where it is green
 */
export async function refuseRedWithoutReason(
  { name, dir }: Scenario,
  profile: AgentProfile,
  { reason, ...options }: Omit<RunOptions, 'runMode'> & { reason: string | undefined },
): Promise<Fact[]> {
  const red = await whyRed(dir, profile, options);
  if (red.length > 0 && reason === undefined) throw runErrors.redWithoutReason(name, red);
  return red;
}

export type Fact = readonly [label: string, value: string];

async function whyRed(dir: string, profile: AgentProfile, options: Omit<RunOptions, 'runMode'>): Promise<Fact[]> {
  try {
    const run = await runScenario(await loadScenario(dir), profile, { ...options, runMode: 'replay' });
    const problems = neverAccept(run).map(({ code, summary }): Fact => [code, summary]);
    return [...problems, ...compareRun(run).filter(isRed).map(factOf)];
  } catch (error) {
    if (error instanceof AcpError) return [[error.code, error.problem.summary]];
    throw error;
  }
}

const isRed = ({ status }: SurfaceComparison): boolean => status === 'changed' || status === 'missing';

const factOf = ({ surface, status, changeCounts }: SurfaceComparison): Fact => [
  surface,
  status === 'missing' ? 'its expected file is missing' : describeCounts(changeCounts),
];
