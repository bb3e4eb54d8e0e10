import * as z from 'zod';
import { provenance } from './input.js';
import { runMetadata, runReport } from './report.js';
import { change, changeKind, normalizerCount, surfaceId, surfaceStatus } from './surface.js';

/** The report for programs, beside `index.html`. Its JSON Schema is published as `playwright-acp/schemas/report.json`. */
export const REPORT_FILE = 'report.json';

const count = z.number().int().nonnegative();
const statusCounts = z.partialRecord(surfaceStatus, count);

/** One surface of one run. `changes` holds the first of them; `changeCounts` counts them all. */
export const reportedSurface = z.strictObject({
  surface: surfaceId,
  status: surfaceStatus,
  note: z.string().optional(),
  changes: z.array(change),
  changeCounts: z.partialRecord(changeKind, z.number().int().positive()),
  records: z.strictObject({ expected: count, actual: count }),
  files: z.array(z.strictObject({ name: z.string(), status: z.enum(['matched', 'changed', 'missing', 'new', 'removed']) })),
  normalized: z.array(normalizerCount),
  notCompared: z.array(z.string()),
});

/** One attempt or repeat of a scenario. */
export const reportedRun = z.strictObject({
  /** Titles from the describe blocks down to the test. */
  title: z.string(),
  /** `tests/all.spec.ts:5`, relative to the config's folder. */
  location: z.string(),
  retry: count,
  repeat: count,
  /** Ordinal of the run within its test result, from 1. */
  ordinal: z.number().int().positive(),
  testStatus: z.enum(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']),
  status: surfaceStatus,
  durationMs: z.number(),
  /** Why the run broke; absent where it ran to its end. */
  failure: runReport.shape.failure,
  outcome: runReport.shape.outcome,
  findings: runReport.shape.findings,
  network: runReport.shape.network,
  loosenings: runReport.shape.loosenings,
  /** Expected files that the run wrote. */
  written: runReport.shape.written,
  surfaces: z.array(reportedSurface),
});

/** One scenario in one project. The first run is the one to look at. */
export const reportedScenario = z.strictObject({
  /** As in the page's addresses: `index.html#<id>`. */
  id: z.string(),
  name: z.string(),
  project: z.string(),
  description: z.string(),
  /** Relative to the config's folder, `/`-separated. */
  directory: z.string(),
  status: surfaceStatus,
  /** Its attempts or repeats did not all come to the same. */
  unsteady: z.boolean(),
  agent: z.string(),
  compare: z.string(),
  provenance: provenance.optional(),
  runs: z.array(reportedRun).min(1),
});

/** Changes that are the same in every way but their place. */
export const reportedGroup = z.strictObject({
  surface: surfaceId,
  kind: changeKind,
  label: z.string(),
  path: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  count,
  /** Ids of the scenarios. */
  scenarios: z.array(z.string()),
});

/** `report.json`. What came from a run in it is untrusted. Fields may be added; a change of meaning raises `schema`. */
export const reportFile = z.strictObject({
  schema: z.literal(1),
  runMode: z.string(),
  updateMode: z.string(),
  tool: z.strictObject({ version: z.string(), node: z.string(), playwright: z.string(), platform: z.string() }).optional(),
  startedAt: z.string(),
  durationMs: z.number(),
  /** Something is missing: `notes` says what. */
  partial: z.boolean(),
  notes: z.array(z.string()),
  counts: z.strictObject({ scenarios: count, byStatus: statusCounts, surfaces: statusCounts }),
  scenarios: z.array(reportedScenario),
  groups: z.array(reportedGroup),
  /** Groups beyond those listed. */
  moreGroups: count,
  /** Findings of guards over the scenario directories. */
  guards: runMetadata.shape.findings,
});
export type ReportFile = z.infer<typeof reportFile>;
