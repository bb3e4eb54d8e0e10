import { basename } from 'node:path';
import type { Problem } from '../errors/acp-error.js';
import { refusalProblem } from '../errors/replay.js';
import { replayLeftErrors } from '../errors/replay-left.js';
import { leftOver } from '../replay/index.js';
import type { Scenario } from '../scenario/index.js';
import type { Decision } from '../schema/index.js';
import { callsOf } from './decisions.js';
import type { RunMode } from './plan.js';

/** What the decisions say about a replay. */
export interface ReplayVerdict {
  /** A call that was refused, or a provider that refused to start: what came after says nothing. */
  refused: Problem[];
  /** Recorded entries that were not served, or not to their end. */
  leftOver: Problem[];
}

/**
 * Reads from the decision file whether the recorded model was followed to its end. An agent that swallows the
 * provider's error fails all the same. `failure` is that of the run.
 */
export function judgeReplay(scenario: Scenario, decisions: readonly Decision[], runMode: RunMode, failure?: Problem): ReplayVerdict {
  const refused = firstRefusal(scenario, decisions);
  if (refused.length > 0 || runMode === 'record') return { refused, leftOver: [] };
  const loaded = decisions.some(({ type }) => type === 'script');
  const recorded = scenario.files.sources.length > 0 || scenario.files.override !== undefined;
  if (!loaded) {
    const problems = recorded ? [replayLeftErrors.notLoaded(scenario.name, failure)] : [];
    // A request that fails without the recorded model fails for want of it; any other failure came before.
    return failure?.code === 'ACP_REQUEST_FAILED' ? { refused: problems, leftOver: [] } : { refused, leftOver: problems };
  }
  return { refused, leftOver: [...unserved(scenario, decisions), ...untaken(scenario, decisions)] };
}

/** The first one only: what an agent asks after a refusal is its consequence. */
function firstRefusal(scenario: Scenario, decisions: readonly Decision[]): Problem[] {
  const lanes = decisions.find((item) => item.type === 'script')?.lanes ?? [];
  for (const item of decisions) {
    if (item.type === 'refused') return [replayLeftErrors.providerRefused(scenario.name, item.code, item.reason)];
    if (item.type !== 'decision' || item.code === undefined) continue;
    const problem = refusalProblem(item, {
      scenario: scenario.name,
      ...(item.lane > 0 && { source: sourceName(scenario, item.lane) }),
      ...(lanes[item.lane - 1] !== undefined && { entries: lanes[item.lane - 1]! }),
      intended:
        item.code === 'ACP_REPLAY_DRIFT'
          ? 'npx playwright test --update-snapshots'
          : `npx playwright-acp record ${scenario.name} --overwrite`,
    });
    if (problem) return [problem];
  }
  return [];
}

function unserved(scenario: Scenario, decisions: readonly Decision[]): Problem[] {
  const optional = scenario.header.optionalLanes?.map(({ lane }) => lane);
  return leftOver(decisions, optional).flatMap(({ lane, entries, served, cutOff }) => [
    ...(served < entries ? [replayLeftErrors.leftOver(scenario.name, { lane, entries, served, source: sourceName(scenario, lane) })] : []),
    ...cutOff.map(({ call, place, chunks }) => replayLeftErrors.cutStream(scenario.name, { call, lane, place, left: chunks })),
  ]);
}

/** Replies whose stream never ended: the process ended while it was read. */
function untaken(scenario: Scenario, decisions: readonly Decision[]): Problem[] {
  const ended = new Set(decisions.flatMap((item) => (item.type === 'stream-end' ? [item.call] : [])));
  return callsOf(decisions)
    .filter(({ call, code }) => code === undefined && !ended.has(call))
    .map(({ call, lane, place }) => replayLeftErrors.cutStream(scenario.name, { call, lane, place }));
}

function sourceName(scenario: Scenario, lane: number): string {
  // A cassette holds all lanes.
  const at = scenario.header.seam === 'provider' ? 0 : lane - 1;
  return basename(scenario.files.sources[at] ?? scenario.files.override ?? `lane ${lane}`);
}
