import * as z from 'zod';
import { streamChunk } from './chunk.js';
import { anyRequest } from './any-request.js';
import { plainRequest } from './wire.js';

/**
 * The model's side of one model call.
 * - `chunks`: served in order; the last one is a `finish`.
 * - `throw`: a prefix is served, then the stream throws.
 * - `hang`: a prefix is served, then the stream waits for abort.
 */
export const replayEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('chunks'), chunks: z.array(streamChunk) }),
  z.strictObject({
    kind: z.literal('throw'),
    chunks: z.array(streamChunk),
    message: z.string(),
    code: z.string(),
    status: z.number().int().optional(),
  }),
  z.strictObject({ kind: z.literal('hang'), chunks: z.array(streamChunk).default([]) }),
]);
export type ReplayEntry = z.infer<typeof replayEntry>;

/** `replay.override.json`: a whole list of entries, or patches by index of the derived script. */
export const replayOverride = z.union([
  z.array(replayEntry),
  z.strictObject({
    patches: z.array(
      z.strictObject({ lane: z.number().int().positive().default(1), index: z.number().int().nonnegative(), entry: replayEntry }),
    ),
  }),
]);
export type ReplayOverride = z.infer<typeof replayOverride>;

/** One difference between an expected and a received value. `path` is a JSON path such as `$.messages[0].content`. */
export const fieldDifference = z.strictObject({ path: z.string(), expected: z.unknown().optional(), actual: z.unknown().optional() });
export type FieldDifference = z.infer<typeof fieldDifference>;

export const replayOutcome = z.enum(['match', 'drift', 'miss', 'ambiguous', 'unverified']);
export type ReplayOutcome = z.infer<typeof replayOutcome>;

/** When it was appended, ms since the epoch, where whoever appends knows. For the timeline alone: never compared. */
const at = z.number().optional();

/**
 * One line of the decision file, which the replay provider appends to and the harness reads after the agent's exit:
 * an agent that swallows the provider's error fails all the same.
 */
export const decision = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('decision'),
    /** Ordinal of the model call in the run, from 1, in order of arrival. */
    call: z.number().int().positive(),
    /** The conversation, from 1: lane 1 is `session.jsonl`, lane 2 `session.1.jsonl`. 0 where none was found. */
    lane: z.number().int().nonnegative(),
    /** Ordinal of the call within its lane, from 1; 0 where none was found. */
    place: z.number().int().nonnegative(),
    outcome: replayOutcome,
    /** Id of the agent's session that called, so that its log can be told. */
    session: z.string().optional(),
    /** Stable code of a refused call, e.g. `ACP_REPLAY_DRIFT`; absent where the call was served. */
    code: z.string().optional(),
    /** `request`, `system-prompt`, `tool-schemas`: which parts drifted. */
    drifted: z.array(z.enum(['requests', 'system-prompt', 'tool-schemas'])).default([]),
    differences: z.array(fieldDifference).default([]),
    /** How many more differences there are than `differences` holds. */
    moreDifferences: z.number().int().nonnegative().default(0),
    /** Why it missed or is ambiguous, and the nearest recorded request. */
    reason: z.string().optional(),
    /** The fault that was served in place of the recorded reply; `chunks`: how many came whole, of how many. */
    fault: z
      .strictObject({ name: z.string(), chunks: z.strictObject({ sent: z.number().int(), of: z.number().int() }).optional() })
      .optional(),
    /** The whole normalized request; system and tools in full. */
    request: anyRequest,
    at,
  }),
  /** The stream of a served call ended. `left` counts chunks that were not released. */
  z.strictObject({
    type: z.literal('stream-end'),
    call: z.number().int().positive(),
    end: z.enum(['finished', 'thrown', 'aborted', 'abandoned']),
    released: z.number().int().nonnegative(),
    left: z.number().int().nonnegative(),
    at,
  }),
  /** The plan as loaded: how many entries each lane holds, so that what is left over can be told. */
  z.strictObject({ type: z.literal('script'), lanes: z.array(z.number().int().nonnegative()), at }),
  /** Provider seam: a request that is no model call. `miss`: nothing like it is recorded, and it was answered 404. */
  z.strictObject({
    type: z.literal('plain'),
    /** Name of the profile's endpoint; the provider itself where absent. */
    endpoint: z.string().optional(),
    outcome: z.enum(['recorded', 'match', 'miss']),
    request: plainRequest,
    status: z.number().int(),
    at,
  }),
  /** Provider seam: something that came to the provider and is neither, e.g. a WebSocket upgrade. It was refused. */
  z.strictObject({ type: z.literal('note'), note: z.enum(['upgrade', 'connect', 'stray']), text: z.string(), at }),
  /** The provider refused to start: a credential in its environment, a bad plan. */
  z.strictObject({ type: z.literal('refused'), code: z.string(), reason: z.string(), at }),
]);
export type Decision = z.infer<typeof decision>;

/**
 * What the harness hands the agent's provider entry, as a file whose path stands in the overlay. All paths are absolute.
 * In run mode `record` nothing is served: the listener only writes down each request and lets the live adapter serve.
 */
export const replayPlan = z.strictObject({
  type: z.literal('replay-plan'),
  schema: z.literal(1),
  scenario: z.string(),
  runMode: z.enum(['replay', 'refresh', 'record']),
  /** Session logs in lane order. Empty where the scenario's seam is `none`: every model call then misses. */
  sources: z.array(z.string()),
  override: z.string().optional(),
  /** `requests.expected.jsonl`; absent where it does not exist yet. */
  expectedRequests: z.string().optional(),
  /** The pin's bytes that stand for `{{system}}` and `{{tools}}` (files of the pin's scenario). */
  pin: z.strictObject({ system: z.string(), tools: z.string() }).optional(),
  /** False only for logs of a foreign agent, whose requests cannot match. A scenario header cannot say it. */
  verify: z.boolean().default(true),
  /** Where decisions are appended, one JSON line each. Outside the agent's cwd. */
  decisions: z.string(),
  /** Values of this run behind path tokens; the first spelling of each is the one bound in replay. */
  bindings: z.strictObject({ cwd: z.array(z.string()), home: z.array(z.string()), tmp: z.array(z.string()) }),
  /** Home directories, user and host of the machine: redacted in requests, so that a recording of one machine matches on another. */
  identity: z.strictObject({ homes: z.array(z.string()), users: z.array(z.string()), hosts: z.array(z.string()) }).optional(),
});
export type ReplayPlan = z.infer<typeof replayPlan>;
