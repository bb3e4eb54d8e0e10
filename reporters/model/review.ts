import type {
  ComparedFile,
  ReviewManifest,
  ReviewScenario,
  ReviewSurface,
  SurfaceComparison,
  SurfaceId,
} from '../../harness/schema/index.js';
import type { BuildInput } from './build.js';
import { ChangeGrouper, changeKey } from './groups.js';
import { inTestOrder } from './order.js';
import { groupScenarios, lastAttempts, pinOf } from './scenarios.js';
import { worst } from './status.js';
import type { CollectedRun } from './types.js';

/** Changes that the manifest lists of one surface; the page holds them all. */
const MOST_CHANGES = 20;

export interface ReviewModel {
  manifest: ReviewManifest;
  /** What may be accepted, by the hash of its bytes. */
  contents: Map<string, ComparedFile>;
}

/**
 * What a review needs of a test run: by scenario directory, because files are accepted and several projects may run one
 * scenario. Only last attempts count, and only what they agree on may be accepted.
 */
export function buildReview(input: BuildInput): ReviewModel {
  const all = inTestOrder(input.runs);
  const grouped = groupScenarios(all);
  const grouper = new ChangeGrouper();
  for (const { entry, shown } of grouped) {
    for (const surface of shown.report.surfaces) for (const change of surface.changes) grouper.add(entry, surface.surface, change);
  }
  const { groups } = grouper.list();
  const numbers = new Map(grouper.keys().map((key, index) => [key, index + 1]));
  const contents: ReviewModel['contents'] = new Map();
  const byDirectory = new Map<string, CollectedRun[]>();
  for (const run of all) byDirectory.set(run.report.directory, [...(byDirectory.get(run.report.directory) ?? []), run]);
  const scenarios = [...byDirectory.values()].map((runs) => reviewScenario(lastAttempts(runs), numbers, contents));
  return {
    manifest: {
      schema: 1,
      startedAt: input.startedAt,
      runMode: input.metadata?.runMode ?? input.runs[0]?.report.runMode ?? 'replay',
      ...(input.metadata && { tool: input.metadata.tool.version }),
      scenarios: scenarios.filter(({ surfaces, blocked }) => surfaces.length > 0 || blocked).sort(byName),
      groups: groups.map(({ surface, kind, label, path, expected, actual, scenarios }, index) => ({
        number: index + 1,
        surface,
        kind,
        label,
        path,
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
        scenarios: scenarios.length,
      })),
      notes: [...input.notes],
    },
    contents,
  };
}

const byName = (a: ReviewScenario, b: ReviewScenario): number =>
  a.scenario.localeCompare(b.scenario, 'en') || a.directory.localeCompare(b.directory, 'en');

function reviewScenario(
  runs: readonly CollectedRun[],
  numbers: ReadonlyMap<string, number>,
  contents: ReviewModel['contents'],
): ReviewScenario {
  const { report } = runs[0]!;
  const failure = runs.find((run) => run.report.failure)?.report.failure ?? findingFailure(runs) ?? unfinished(runs);
  const surfaces = [...new Set(runs.flatMap((run) => run.report.surfaces.map(({ surface }) => surface)))];
  return {
    scenario: report.scenario,
    description: report.description,
    directory: report.directory,
    projects: [...new Set(runs.map(({ project }) => project))],
    drifted: runs.some((run) => isDrift(run.report.failure)),
    ...runs.map((run) => pinOf(run.report)).find(({ pin }) => pin !== undefined),
    ...(failure && { blocked: failure }),
    surfaces: surfaces.flatMap((surface) => {
      const one = reviewSurface(surface, runs, numbers, failure !== undefined, contents);
      return one ? [one] : [];
    }),
  };
}

/** The code may stand behind that of another problem. */
function isDrift(failure: { code: string; message: string } | undefined): boolean {
  return failure !== undefined && (failure.code === 'ACP_REPLAY_DRIFT' || /^ACP_REPLAY_DRIFT$/m.test(failure.message));
}

/** Faults that no expectation may hold travel as the run's failure; asked again, because the report may come from elsewhere. */
function findingFailure(runs: readonly CollectedRun[]): { code: string; message: string } | undefined {
  const finding = runs.flatMap((run) => run.report.findings).find(({ severity, allowed }) => severity === 'error' && !allowed);
  return finding && { code: 'ACP_FINDING', message: `${finding.rule}: ${finding.message}` };
}

function unfinished(runs: readonly CollectedRun[]): { code: string; message: string } | undefined {
  const cut = runs.find(({ testStatus }) => testStatus === 'timedOut' || testStatus === 'interrupted');
  return cut && { code: 'ACP_REVIEW_UNFINISHED', message: `Its test did not end by itself: ${cut.testStatus}.` };
}

function reviewSurface(
  surface: SurfaceId,
  runs: readonly CollectedRun[],
  numbers: ReadonlyMap<string, number>,
  blocked: boolean,
  contents: ReviewModel['contents'],
): ReviewSurface | undefined {
  const seen = runs.flatMap((run) => run.report.surfaces.filter((one) => one.surface === surface && one.status !== 'skipped'));
  const status = worst(seen.map((one) => one.status));
  const shown = seen.find((one) => one.status === status);
  if (!shown || status === 'matched') return undefined;
  const keys = seen.flatMap((one) => one.changes.map((change) => numbers.get(changeKey(surface, change))));
  const changeCount = Object.values(shown.changeCounts).reduce((sum, count) => sum + count, 0);
  const refused = blocked && status !== 'not-reached' ? 'the run shows what no expectation may hold' : refusal(shown, seen);
  if (refused === undefined) collect(shown, contents);
  return {
    surface,
    status,
    ...(shown.note !== undefined && { note: shown.note }),
    changeCount,
    changes: shown.changes.slice(0, MOST_CHANGES).map(short),
    groups: [...new Set(keys.filter((key) => key !== undefined))].sort((a, b) => a - b),
    grouped: keys.length > 0 && keys.every((key) => key !== undefined) && seen.every((one) => countOf(one) === one.changes.length),
    ...(refused === undefined && shown.acceptance && { acceptance: shown.acceptance }),
    ...(refused !== undefined && { refused }),
  };
}

const countOf = ({ changeCounts }: SurfaceComparison): number => Object.values(changeCounts).reduce((sum, count) => sum + count, 0);

function refusal({ surface, status, acceptance, note }: SurfaceComparison, seen: readonly SurfaceComparison[]): string | undefined {
  if (status === 'not-reached') return note ?? 'not reached';
  if (status === 'failed-to-run') return note ?? 'it failed to run';
  if (status === 'new') return 'the run wrote it already';
  if (!acceptance) {
    if (surface === 'tool-calls') return 'a view on the session log: accept that';
    if (surface === 'system-prompt' || surface === 'tool-schemas') return 'accept it in the scenario that pins its header class';
    return 'the report does not say what accepting it would write';
  }
  const results = new Set(seen.map((one) => (one.status === 'matched' ? 'matched' : JSON.stringify(one.acceptance))));
  return results.size > 1 ? 'its runs do not agree: tests, repeats or projects gave different results' : undefined;
}

function collect({ acceptance, files }: SurfaceComparison, contents: ReviewModel['contents']): void {
  for (const { name, sha256 } of acceptance?.write ?? []) {
    const file = files.find((one) => one.name === name);
    if (file?.actual !== undefined) contents.set(sha256, file);
  }
}

function short<T extends { expected?: string | undefined; actual?: string | undefined }>(change: T): T {
  const clip = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);
  return {
    ...change,
    ...(change.expected !== undefined && { expected: clip(change.expected) }),
    ...(change.actual !== undefined && { actual: clip(change.actual) }),
  };
}
