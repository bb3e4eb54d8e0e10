import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../process/index.js';
import type { LoopbackProvider } from '../provider/index.js';
import type { ReplayPlan } from '../schema/index.js';
import { callsOf } from './decisions.js';
import { decisionFile } from './plan.js';

/** What sees the model calls of a run: our provider, or the listener that follows a plan. */
export interface Observers {
  provider: LoopbackProvider | undefined;
  plan: ReplayPlan | undefined;
}

/** Counts the model calls so far, for steps that wait for one; absent where nobody of ours sees them. */
export function modelCallsOf(sandbox: Sandbox, { provider, plan }: Observers): { modelCalls?: () => Promise<number> } {
  if (provider) return { modelCalls: () => Promise.resolve(callsOf(provider.decisions).length) };
  return plan ? { modelCalls: () => countCalls(decisionFile(sandbox)) } : {};
}

/** Asked often while the agent writes the file, so that nothing is parsed. A line that is not yet whole is no call yet. */
async function countCalls(file: string): Promise<number> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{"type":"decision"')).length;
}
