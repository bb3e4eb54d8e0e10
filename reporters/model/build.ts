import type { RunMetadata } from '../../harness/schema/index.js';
import { fileModel } from './file-model.js';
import { ChangeGrouper } from './groups.js';
import { createBudget, LIMITS, type Limits } from './limits.js';
import { inTestOrder } from './order.js';
import { groupScenarios } from './scenarios.js';
import { STATUS_ORDER } from './status.js';
import type { CollectedRun, ReportModel, RunDetail, ScenarioEntry } from './types.js';

export interface BuildInput {
  runs: readonly CollectedRun[];
  metadata: RunMetadata | undefined;
  /** ISO date and time. */
  startedAt: string;
  durationMs: number;
  /** Made in CI. */
  ci?: boolean;
  /** What the page will not hold, and why. */
  notes: readonly string[];
}

/** Makes the page's model from what was collected. Pure: equal input, equal model. */
export function buildReport(input: BuildInput, limits: Limits = LIMITS[0]!): ReportModel {
  const grouped = groupScenarios(inTestOrder(input.runs));
  const grouper = new ChangeGrouper();
  for (const { entry, shown } of grouped) {
    for (const surface of shown.report.surfaces) for (const change of surface.changes) grouper.add(entry, surface.surface, change);
  }
  const details = new Map<string, RunDetail>();
  for (const { blocks } of grouped) for (const [block, run] of blocks) details.set(block, runDetail(run, limits));
  return {
    index: {
      schema: 1,
      runMode: input.metadata?.runMode ?? input.runs[0]?.report.runMode ?? 'replay',
      updateMode: input.metadata?.updateMode ?? '',
      ...(input.metadata && { tool: input.metadata.tool }),
      startedAt: input.startedAt,
      durationMs: input.durationMs,
      ci: input.ci ?? false,
      manyProjects: new Set(input.runs.map((run) => run.project)).size > 1,
      scenarios: grouped.map(({ entry }) => entry).sort(byUrgency),
      ...grouper.list(),
      guards: input.metadata?.findings ?? [],
      notes: [...input.notes],
    },
    details,
    groupKeys: grouper.keys(),
    runs: new Map(grouped.flatMap(({ blocks }) => blocks)),
  };
}

function byUrgency(a: ScenarioEntry, b: ScenarioEntry): number {
  return (
    STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
    a.name.localeCompare(b.name, 'en') ||
    a.project.localeCompare(b.project, 'en')
  );
}

function runDetail(run: CollectedRun, limits: Limits): RunDetail {
  const budget = createBudget(limits);
  const { surfaces, ...rest } = run.report;
  return {
    ...rest,
    surfaces: surfaces.map(({ surface, status, note, files, changes, changeCounts, normalized, notCompared, acceptance }) => ({
      surface,
      status,
      ...(note !== undefined && { note }),
      files: files.map((file) => fileModel(surface, status, file, budget)),
      committed: acceptance?.base.map(({ name }) => name) ?? [],
      changes: changes.slice(0, Math.max(20, Math.ceil(limits.changed / 4_000))),
      changeCounts,
      normalized,
      notCompared,
    })),
  };
}
