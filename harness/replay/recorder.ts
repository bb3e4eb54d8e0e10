import { createTokens } from '../normalize/index.js';
import type { ModelRequest } from '../schema/model-request.js';
import type { Decision, ReplayPlan } from '../schema/replay.js';
import { createRequestNormalizer, type CallTokens } from './normalize-request.js';

export interface RequestRecorder {
  /** Writes down what one model call received, and returns its ordinal. It serves nothing: the live adapter does. */
  observe(call: { sessionId: string; request: ModelRequest }): number;
}

/**
 * The listener of run mode `record`: one `unverified` decision per model call, lanes numbered by the first call of each session.
 *
 * @example
 * const recorder = createRequestRecorder({ plan, append });
 * recorder.observe({ sessionId, request });
 */
export function createRequestRecorder(options: { plan: ReplayPlan; append: (decision: Decision) => void }): RequestRecorder {
  const normalize = createRequestNormalizer(options.plan.bindings, options.plan.identity);
  const lanes = new Map<string, { lane: number; places: number; tokens: CallTokens }>();
  let calls = 0;
  return {
    observe({ sessionId, request }) {
      let lane = lanes.get(sessionId);
      if (!lane) lanes.set(sessionId, (lane = { lane: lanes.size + 1, places: 0, tokens: createTokens() }));
      options.append({
        type: 'decision',
        call: ++calls,
        session: sessionId,
        lane: lane.lane,
        place: ++lane.places,
        outcome: 'unverified',
        drifted: [],
        differences: [],
        moreDifferences: 0,
        request: normalize(request, lane.tokens),
      });
      return calls;
    },
  };
}
