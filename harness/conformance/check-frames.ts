import type { CapturedFrame } from '../surfaces/frame.js';
import { checkCapabilities } from './capabilities.js';
import { checkCorrelation } from './correlation.js';
import { checkElicitations } from './elicitations.js';
import { checkEnvelopes } from './envelope.js';
import { checkInitialize } from './initialize.js';
import { readMessages, type Message } from './messages.js';
import { checkOptions } from './options.js';
import { checkPaths } from './paths.js';
import type { Finding } from './rules.js';
import { checkSchemas } from './schema.js';
import { checkServed } from './served.js';
import { checkSessions } from './sessions.js';
import { checkTerminals } from './terminals.js';
import { checkToolCalls } from './tool-calls.js';
import { checkTurns } from './turns.js';
import { loadValidators } from './validators.js';

const FAMILIES = [
  checkEnvelopes,
  checkCorrelation,
  checkInitialize,
  checkSessions,
  checkTurns,
  checkCapabilities,
  checkServed,
  checkOptions,
  checkToolCalls,
  checkTerminals,
  checkElicitations,
  checkPaths,
] as const;

/** An agent that breaks one rule in every chunk breaks it fifty thousand times. */
const MOST_PER_RULE = 20;

export interface CheckOptions {
  /** Lines of the agent that are no frames and yet no noise, as its profile says. */
  isAllowedNoise?: (frame: CapturedFrame) => boolean;
}

/**
 * Checks the frames of a run against ACP version 1: envelopes, the schema of every method in its direction, answers and
 * their requests, and the order the protocol asks for. What the client sent is context, and a warning at most.
 * Findings stand in the order of their frames; of one rule the first 20, then how many more there are.
 *
 * @example
 * const findings = await checkFrames(run.frames);
 * findings.filter(({ severity }) => severity === 'error');
 */
export async function checkFrames(frames: readonly CapturedFrame[], options: CheckOptions = {}): Promise<Finding[]> {
  const acp = await loadValidators();
  const messages = readMessages(frames).filter((message) => !isAllowed(message, options));
  const found = [...FAMILIES.flatMap((check) => check(messages)), ...checkSchemas(messages, acp)];
  return fewest(found.toSorted((a, b) => a.frame! - b.frame!));
}

function isAllowed({ kind, frame }: Message, { isAllowedNoise }: CheckOptions): boolean {
  return kind === 'noise' && isAllowedNoise !== undefined && isAllowedNoise(frame);
}

function fewest(found: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const kept = found.filter(({ rule, severity }) => {
    const key = `${severity} ${rule}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MOST_PER_RULE;
  });
  const more = [...counts].flatMap(([key, count]): Finding[] => {
    const last = kept.findLast(({ rule, severity }) => key === `${severity} ${rule}`)!;
    return count > MOST_PER_RULE
      ? [{ rule: last.rule, severity: last.severity, message: `and ${count - MOST_PER_RULE} more of ${last.rule}` }]
      : [];
  });
  return [...kept, ...more];
}
