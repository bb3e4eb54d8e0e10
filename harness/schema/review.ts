import * as z from 'zod';
import { acceptance, change, changeKind, surfaceId, surfaceStatus } from './surface.js';

/** What `review` and `apply` read, beside the report's `index.html`. */
export const REVIEW_FILE = 'review.json';
/** Folder of what runs produced, each file named by the SHA-256 of its bytes. */
export const ACTUAL_FOLDER = 'actual';

/** One surface of a scenario that needs a look. */
export const reviewSurface = z.strictObject({
  surface: surfaceId,
  status: surfaceStatus,
  note: z.string().optional(),
  /** How many changes were counted; `changes` holds the first of them. */
  changeCount: z.number().int().nonnegative(),
  changes: z.array(change),
  /** Numbers of the groups that its changes belong to, and whether no change of it stands outside them. */
  groups: z.array(z.number().int().positive()),
  grouped: z.boolean(),
  acceptance: acceptance.optional(),
  /** Why it may not be accepted, where it may not. */
  refused: z.string().optional(),
});
export type ReviewSurface = z.infer<typeof reviewSurface>;

export const reviewScenario = z.strictObject({
  scenario: z.string(),
  description: z.string(),
  /** Scenario directory, relative to the config's folder, `/`-separated. */
  directory: z.string(),
  projects: z.array(z.string()),
  /** The run drifted: what it did not reach is seen only by a keyless refresh. */
  drifted: z.boolean(),
  /** The scenario that holds the prompt or the schemas that differ: it has to be refreshed too. */
  pin: z.string().optional(),
  /** Why nothing of it may be accepted. */
  blocked: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  surfaces: z.array(reviewSurface),
});
export type ReviewScenario = z.infer<typeof reviewScenario>;

/** Equal changes of several surfaces, numbered from 1 as in the report. */
export const reviewGroup = z.strictObject({
  number: z.number().int().positive(),
  surface: surfaceId,
  kind: changeKind,
  label: z.string(),
  path: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  scenarios: z.number().int().positive(),
});
export type ReviewGroup = z.infer<typeof reviewGroup>;

/** `review.json`. What came from a run in it is untrusted. */
export const reviewManifest = z.strictObject({
  schema: z.literal(1),
  startedAt: z.string(),
  runMode: z.string(),
  tool: z.string().optional(),
  scenarios: z.array(reviewScenario),
  groups: z.array(reviewGroup),
  /** What could not be carried, in words. */
  notes: z.array(z.string()),
});
export type ReviewManifest = z.infer<typeof reviewManifest>;
