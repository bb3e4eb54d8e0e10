import type { ReportFile, SurfaceComparison, SurfaceStatus } from '../../harness/schema/index.js';
import type { CollectedRun, ReportModel, RunEntry } from '../model/types.js';

/** Changes listed of one surface; the page holds more. */
const MOST_CHANGES = 20;
/** Characters of changed values in the whole file; beyond it changes are counted, not listed. */
const MOST_VALUES = 16_000_000;

/** The report for programs. Pure: equal input, equal file. */
export function reportFile({ index, runs: collected }: ReportModel): ReportFile {
  const room = { left: MOST_VALUES };
  return {
    schema: 1,
    runMode: index.runMode,
    updateMode: index.updateMode,
    ...(index.tool && { tool: index.tool }),
    startedAt: index.startedAt,
    durationMs: index.durationMs,
    partial: index.notes.length > 0,
    notes: index.notes,
    counts: {
      scenarios: index.scenarios.length,
      byStatus: countBy(index.scenarios.map(({ status }) => status)),
      surfaces: countBy(index.scenarios.flatMap(({ runs }) => runs[0]!.cells.map(({ status }) => status))),
    },
    scenarios: index.scenarios.map(({ id, name, project, description, directory, status, unsteady, agent, compare, runs }) => {
      const provenance = collected.get(runs[0]!.block)!.report.provenance;
      return {
        id,
        name,
        project,
        description,
        directory,
        status,
        unsteady,
        agent,
        compare,
        ...(provenance && { provenance }),
        runs: runs.map((run) => reportedRun(run, collected.get(run.block)!.report, room)),
      };
    }),
    groups: index.groups.map((group) => ({ ...group, scenarios: group.scenarios.map(({ id }) => id) })),
    moreGroups: index.moreGroups,
    guards: index.guards,
  };
}

type Reported = ReportFile['scenarios'][number]['runs'][number];

function reportedRun(run: RunEntry, report: CollectedRun['report'], room: { left: number }): Reported {
  const { title, location, retry, repeat, ordinal, testStatus, status, durationMs } = run;
  const { failure, outcome, findings, network, loosenings, written, surfaces } = report;
  return {
    title,
    location,
    retry,
    repeat,
    ordinal,
    testStatus,
    status,
    durationMs,
    ...(failure && { failure }),
    ...(outcome && { outcome }),
    findings,
    ...(network && { network }),
    loosenings,
    written,
    surfaces: surfaces.map((surface) => reportedSurface(surface, room)),
  };
}

function reportedSurface(comparison: SurfaceComparison, room: { left: number }): Reported['surfaces'][number] {
  const { surface, status, note, changes, changeCounts, records, files, normalized, notCompared } = comparison;
  const listed = room.left > 0 ? changes.slice(0, MOST_CHANGES) : [];
  for (const { expected, actual } of listed) room.left -= (expected?.length ?? 0) + (actual?.length ?? 0);
  return {
    surface,
    status,
    ...(note !== undefined && { note }),
    changes: listed,
    changeCounts,
    records,
    files: files.map((file) => ({ name: file.name, status: file.status })),
    normalized,
    notCompared,
  };
}

function countBy(statuses: readonly SurfaceStatus[]): Partial<Record<SurfaceStatus, number>> {
  const counts: Partial<Record<SurfaceStatus, number>> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
