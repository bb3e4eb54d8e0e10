import { appendFileSync, readFileSync } from 'node:fs';
import type { Decision, ReplayPlan } from '../../../schema/replay.js';

/** A replay plan and the files it names. Whoever wrote the plan checked it; the replay provider checks the files. */
export const readPlan = (file: string): ReplayPlan => JSON.parse(readFileSync(file, 'utf8')) as ReplayPlan;

/**
 * Written before the agent goes on, so that a decision outlives an agent that ends right after it. The time is for the
 * report's timeline alone.
 */
export const appendDecision =
  ({ decisions }: ReplayPlan) =>
  (decision: Decision): void => {
    const at = performance.timeOrigin + performance.now();
    appendFileSync(decisions, `${JSON.stringify({ ...decision, at })}\n`);
  };
