import { openingOf } from '../dialects/index.js';
import type { WireRequest } from '../schema/wire.js';
import { stableJson } from './keys.js';

/** What tells requests apart that carry the same replies back, the most telling first. */
export interface Features {
  /** First user message. */
  user: string;
  /** Names of the tools. */
  tools: string;
  model: string;
  system: string;
  /** Last message. */
  last: string;
  messages: string;
}

/** In the order in which they weigh. */
export const FEATURES = ['user', 'tools', 'model', 'system', 'last', 'messages'] as const satisfies readonly (keyof Features)[];

export const NO_TOOLS = '[]';

/** Reads the features of a normalized request. */
export function featuresOf(request: WireRequest): Features {
  const { user, tools } = openingOf(request.dialect, request);
  return {
    user,
    tools: JSON.stringify(tools),
    model: request.config.model,
    system: request.system,
    last: stableJson(request.messages.at(-1)),
    messages: stableJson(request.messages),
  };
}

/** Whether one offers tools and the other does not: never the same call, whatever else they share. */
export const offersOther = (a: Features, b: Features): boolean => (a.tools === NO_TOOLS) !== (b.tools === NO_TOOLS);

/** Whether all features are the same. */
export const sameFeatures = (a: Features, b: Features): boolean => FEATURES.every((name) => a[name] === b[name]);

/** Negative where `a` resembles a request more than `b` does: the first feature in which they differ decides. */
export function compareLikeness(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return (b[at] ?? 0) - value;
  return 0;
}

/** Which features of a recorded request a request has, for {@link compareLikeness}. */
export const likeness = (recorded: Features, request: Features): number[] =>
  FEATURES.map((name) => Number(recorded[name] === request[name]));
