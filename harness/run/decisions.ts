import { readFile } from 'node:fs/promises';
import { repairTornTail } from '../jsonl/index.js';
import { decision, type Decision } from '../schema/index.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

/** One model call of the decision file. */
export type CallDecision = Extract<Decision, { type: 'decision' }>;

/** Reads what the provider wrote down. A cut last line is dropped: the agent was killed while it wrote. */
export async function readDecisions(file: string): Promise<Decision[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = repairTornTail(text).text.split('\n').slice(0, -1);
  return lines.map((line) => decision.parse(JSON.parse(line), UNCOMPILED));
}

export function callsOf(decisions: readonly Decision[]): CallDecision[] {
  return decisions.filter((item): item is CallDecision => item.type === 'decision');
}

/**
 * Numbers lanes by the order of the session logs. The recorder numbers them by first call, which may be another order
 * where several sessions are open.
 */
export function renumberLanes(decisions: readonly Decision[], logs: readonly { session: string }[]): Decision[] {
  const sessions = logs.map(({ session }) => session);
  return decisions.map((item) => {
    const lane = item.type === 'decision' && item.session !== undefined ? sessions.indexOf(item.session) + 1 : 0;
    return lane > 0 ? { ...(item as CallDecision), lane } : item;
  });
}

/**
 * The decisions that say what was asked on the recorded way: up to the first refused call, that call included where it
 * has a place. What an agent asks after a refusal is its consequence.
 */
export function seenCalls(decisions: readonly Decision[]): Decision[] {
  const refused = decisions.findIndex((item) => item.type === 'decision' && item.code !== undefined);
  const seen = refused === -1 ? [...decisions] : decisions.slice(0, refused + 1);
  return seen.filter((item) => item.type !== 'decision' || item.code === undefined || item.code === 'ACP_REPLAY_DRIFT');
}
