import { createRequestRecorder } from '../../../replay/index.js';
import { appendDecision, readPlan } from './plan.js';
import type { StreamListener } from '../chain.js';

/** Writes down what each call receives and lets the next one serve it. */
export function requestsListener(planFile: string): StreamListener {
  const plan = readPlan(planFile);
  const recorder = createRequestRecorder({ plan, append: appendDecision(plan) });
  return (call, next) => {
    recorder.observe(call);
    return next(call);
  };
}
