import { isRefreshable, runStatus, STATUS_ORDER } from './status.js';
import type { Cell, CollectedRun, RunEntry, ScenarioEntry } from './types.js';

export interface GroupedScenario {
  entry: ScenarioEntry;
  /** The run to look at first. */
  shown: CollectedRun;
  /** Block name of each run, in the order of `entry.runs`. */
  blocks: [block: string, run: CollectedRun][];
}

/**
 * Puts the runs of one scenario in one project together: retries, repeats and several tests of it. The one to look at
 * is the worst of the last attempts.
 */
export function groupScenarios(runs: readonly CollectedRun[]): GroupedScenario[] {
  const manyProjects = new Set(runs.map((run) => run.project)).size > 1;
  const byKey = new Map<string, CollectedRun[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.project, run.report.directory, run.report.scenario]);
    byKey.set(key, [...(byKey.get(key) ?? []), run]);
  }
  const ids = new Set<string>();
  let block = 0;
  return [...byKey.values()].map((group) => {
    const ordered = inOrderOfInterest(group);
    const blocks = ordered.map((run): [string, CollectedRun] => [`run-${block++}`, run]);
    const first = ordered[0]!;
    const id = freeId(ids, manyProjects ? `${first.report.scenario}@${first.project}` : first.report.scenario);
    return { entry: scenarioEntry(id, blocks), shown: first, blocks };
  });
}

/** The runs of each test's last attempt: what an earlier one showed was tried again. */
export function lastAttempts(runs: readonly CollectedRun[]): CollectedRun[] {
  const lastRetry = new Map<string, number>();
  const testOf = (run: CollectedRun): string => JSON.stringify([run.project, run.location, run.title, run.repeat]);
  for (const run of runs) lastRetry.set(testOf(run), Math.max(run.retry, lastRetry.get(testOf(run)) ?? 0));
  return runs.filter((run) => run.retry === lastRetry.get(testOf(run)));
}

function inOrderOfInterest(group: CollectedRun[]): CollectedRun[] {
  const last = new Set(lastAttempts(group));
  const isLast = (run: CollectedRun): number => (last.has(run) ? 0 : 1);
  const urgency = (run: CollectedRun): number => STATUS_ORDER.indexOf(runStatus(run.report));
  return group.toSorted(
    (a, b) => isLast(a) - isLast(b) || urgency(a) - urgency(b) || a.repeat - b.repeat || a.retry - b.retry || a.ordinal - b.ordinal,
  );
}

/** An id stands in addresses, which cannot hold half a surrogate pair. */
function freeId(ids: Set<string>, name: string): string {
  const wanted = name.replace(/\p{Surrogate}/gu, '\uFFFD');
  let id = wanted;
  for (let suffix = 2; ids.has(id); suffix++) id = `${wanted}~${suffix}`;
  ids.add(id);
  return id;
}

function scenarioEntry(id: string, blocks: [string, CollectedRun][]): ScenarioEntry {
  const { report, project } = blocks[0]![1];
  const titles = new Set(blocks.map(([, run]) => run.title));
  const tests = new Set(blocks.map(([, run]) => JSON.stringify([run.title, run.location])));
  // Tests of one title in several files: the place tells them apart.
  const testName = ({ title, location }: CollectedRun) =>
    tests.size > titles.size ? [`${title} (${location})`] : titles.size > 1 ? [title] : [];
  const runs = blocks.map(([block, run]) => runEntry(block, run, testName(run)));
  return {
    id,
    name: report.scenario,
    project,
    description: report.description,
    directory: report.directory,
    status: runs[0]!.status,
    unsteady: new Set(runs.map((run) => run.status)).size > 1,
    agent: report.agent.profile,
    compare: report.compare.mode,
    provenance: report.provenance?.kind ?? 'unknown',
    runs,
  };
}

function runEntry(block: string, { report, ...origin }: CollectedRun, testName: readonly string[]): RunEntry {
  const parts = [
    ...testName,
    ...(origin.repeat > 0 ? [`repeat ${origin.repeat}`] : []),
    origin.retry > 0 ? `retry ${origin.retry}` : 'first attempt',
    ...(origin.ordinal > 1 ? [`run ${origin.ordinal}`] : []),
  ];
  return {
    ...origin,
    block,
    status: runStatus(report),
    refreshable: isRefreshable(report),
    ...pinOf(report),
    ...(report.failure && { why: firstSentence(report.failure.message) }),
    label: parts.join(', '),
    durationMs: report.durationMs,
    cells: report.surfaces.map(cell),
  };
}

/** A refresh of a scenario writes no prompt and no schemas that another one holds for all of its header class. */
export function pinOf({ surfaces, pinnedBy, scenario }: CollectedRun['report']): { pin?: string } {
  const differs = surfaces.some(
    ({ surface, status }) => (surface === 'system-prompt' || surface === 'tool-schemas') && status === 'changed',
  );
  return differs && pinnedBy !== undefined && pinnedBy !== scenario ? { pin: pinnedBy } : {};
}

const MOST_OF_A_SENTENCE = 200;

/** Of a message as it is printed, without the name of this package and what the reader sees anyway. */
function firstSentence(message: string): string {
  const [line = ''] = message.split('\n');
  const bare = line.replace(/^(?:Error: )?\[playwright-acp\] /, '').replace(/^In scenario "[^"]*" (?=\S)/, '');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(bare)?.[0] ?? bare;
  const text = sentence.length > MOST_OF_A_SENTENCE ? `${sentence.slice(0, MOST_OF_A_SENTENCE)}…` : sentence;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cell({ surface, status, changeCounts, note }: CollectedRun['report']['surfaces'][number]): Cell {
  const changes = Object.values(changeCounts).reduce((sum, count) => sum + count, 0);
  return { surface, status, changes, ...(note !== undefined && { note }) };
}
