import * as z from 'zod';
import { COMPARE_MODES } from './names.js';
import { SURFACES } from './surface-names.js';

export { SURFACES, SURFACE_TITLES } from './surface-names.js';

export const surfaceId = z.enum(SURFACES);
export type SurfaceId = z.infer<typeof surfaceId>;

/**
 * - `matched`, `changed`: compared.
 * - `missing`: no expected file, none written. `new`: no expected file, one was written.
 * - `not-reached`: the run drifted, so that the surface says nothing.
 * - `failed-to-run`: the run broke (agent not found, deadline, crash of the harness).
 * - `skipped`: not declared by the scenario, or not applicable (pinned elsewhere, no model call).
 */
export const SURFACE_STATUSES = ['matched', 'changed', 'missing', 'new', 'not-reached', 'failed-to-run', 'skipped'] as const;
export const surfaceStatus = z.enum(SURFACE_STATUSES);
export type SurfaceStatus = z.infer<typeof surfaceStatus>;

export const CHANGE_KINDS = [
  'field added',
  'field removed',
  'record added',
  'record removed',
  'order',
  'schema',
  'prompt',
  'finish kind',
  'value',
  'normalized only',
] as const;
export const changeKind = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof changeKind>;

/** One change between expected and actual. */
export const change = z.strictObject({
  kind: changeKind,
  /** File of the scenario directory, e.g. `transcript.expected.jsonl`. */
  file: z.string(),
  /** Record ordinals (from 1) in the expected and the actual file; absent where the record stands on one side only. */
  expectedRecord: z.number().int().positive().optional(),
  actualRecord: z.number().int().positive().optional(),
  /** What the record is, e.g. `tool_call {{call#2}}`. */
  label: z.string(),
  /** Transcript in `causal` and `state`: where in the run, e.g. `turn 2, strand tool:{{call#1}}` or `turn 1, edge session/prompt → response`. */
  place: z.string().optional(),
  /** JSON path within the record; empty for a whole record. */
  path: z.string(),
  /** JSON text of the values, cut at 2,000 characters. */
  expected: z.string().optional(),
  actual: z.string().optional(),
});
export type Change = z.infer<typeof change>;

export const compareMode = z.enum(COMPARE_MODES);
export type CompareMode = z.infer<typeof compareMode>;

/** How often a normalizer rewrote a field, and why it may. */
export const normalizerCount = z.strictObject({ name: z.string(), reason: z.string(), count: z.number().int().nonnegative() });
export type NormalizerCount = z.infer<typeof normalizerCount>;

/** One expected file beside what the run produced. `undefined` text: that side has no such file. Binary content travels as base64. */
export const comparedFile = z.strictObject({
  /** Path within the scenario directory, `/`-separated. */
  name: z.string(),
  status: z.enum(['matched', 'changed', 'missing', 'new', 'removed']),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
  expected: z.string().optional(),
  actual: z.string().optional(),
});
export type ComparedFile = z.infer<typeof comparedFile>;

const fileHash = z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * What accepting a changed surface would do, decided where the run was made: a later reader has neither the agent's
 * profile nor the run. `base` is every committed file it was compared with; one that is not named did not exist.
 */
export const acceptance = z.strictObject({ base: z.array(fileHash), write: z.array(fileHash), remove: z.array(z.string()) });
export type Acceptance = z.infer<typeof acceptance>;

/** One surface, compared. Plain data: what matchers, attachments and reports share. */
export const surfaceComparison = z.strictObject({
  surface: surfaceId,
  status: surfaceStatus,
  /** Why it was skipped or not reached, in a few words. */
  note: z.string().optional(),
  /** Where it failed to run: what was captured until then, actual texts alone. */
  files: z.array(comparedFile),
  /** First 200 changes in record order; `changeCounts` counts them all. */
  changes: z.array(change),
  changeCounts: z.partialRecord(changeKind, z.number().int().positive()),
  /** Equal records, for the report's counts. */
  records: z.strictObject({ expected: z.number().int(), actual: z.number().int() }),
  normalized: z.array(normalizerCount),
  /** What the compare mode did not compare, in words. */
  notCompared: z.array(z.string()),
  /** Absent where nothing can be accepted: it matched, is a view, was not reached, or stands in another scenario. */
  acceptance: acceptance.optional(),
});
export type SurfaceComparison = z.infer<typeof surfaceComparison>;
