import type { Decision } from '../../harness/schema/index.js';

export type Call = Extract<Decision, { type: 'decision' }>;

/** The decision on a model call that was asked as expected: the first of lane 1, unless told otherwise. */
export const matchedCall = (more: Partial<Call>): Call => ({
  type: 'decision',
  call: 1,
  lane: 1,
  place: 1,
  outcome: 'match',
  drifted: [],
  differences: [],
  moreDifferences: 0,
  request: { config: { provider: 'p', model: 'm' }, system: '', tools: [], messages: [] },
  ...more,
});
