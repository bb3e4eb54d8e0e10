import { readFileSync } from 'node:fs';
import { createReplayProvider } from '../../../replay/index.js';
import { wholeEnvironment } from '../../environment.js';
import { appendDecision, readPlan } from './plan.js';
import type { StreamListener } from '../chain.js';

/** Serves every call from recorded session logs. What stands behind it in the chain is never reached. */
export function replayListener(planFile: string): StreamListener {
  const plan = readPlan(planFile);
  const text = (file: string): string => readFileSync(file, 'utf8');
  const provider = createReplayProvider({
    plan,
    files: {
      sources: plan.sources.map(text),
      ...(plan.override === undefined ? {} : { override: text(plan.override) }),
      ...(plan.expectedRequests === undefined ? {} : { expectedRequests: text(plan.expectedRequests) }),
      ...(plan.pin ? { pin: { system: text(plan.pin.system), tools: text(plan.pin.tools) } } : {}),
    },
    environment: wholeEnvironment(),
    append: appendDecision(plan),
  });
  return (call) => provider.stream(call);
}
