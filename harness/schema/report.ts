import * as z from 'zod';
import { surfaceComparison } from './surface.js';
import { networkReport } from './network.js';
import { provenance } from './input.js';

/** Name of the hidden attachment that carries one run to the reporter: names that start with `_` stay out of stock reports. */
export const RUN_ATTACHMENT = '_acp:run';
/** Key of `config.metadata` under which globalSetup puts what holds for the whole run. */
export const RUN_METADATA = 'playwright-acp';

export const runMetadata = z.strictObject({
  schema: z.literal(1),
  runMode: z.enum(['replay', 'refresh', 'record']),
  updateMode: z.string(),
  /** Folder of the tests as seen from the config's: a merged report has no config to tell it. */
  testFolder: z.string().optional(),
  tool: z.strictObject({ version: z.string(), node: z.string(), playwright: z.string(), platform: z.string() }),
  /** Findings of guards over the scenario directories on disk. */
  findings: z.array(
    z.strictObject({
      guard: z.string(),
      place: z.string(),
      problem: z.string(),
      fix: z.string(),
      /** `check --fix` repairs it. */
      mechanical: z.boolean().optional(),
    }),
  ),
});
export type RunMetadata = z.infer<typeof runMetadata>;

/** One frame, model call, tool or client step on the report's timeline. Times are milliseconds since boot and never compared. */
export const timelineItem = z.strictObject({
  track: z.enum(['client', 'agent', 'model', 'tools']),
  label: z.string(),
  start: z.number(),
  end: z.number().optional(),
  /** Of a model call: the conversation it belongs to. */
  lane: z.number().int().positive().optional(),
  /** A model call that got no answer. */
  refused: z.literal(true).optional(),
});
export type TimelineItem = z.infer<typeof timelineItem>;

/** What one run tells the reporter. Everything in it that came from an agent, a model or a fixture is untrusted. */
export const runReport = z.strictObject({
  schema: z.literal(1),
  scenario: z.string(),
  description: z.string(),
  /** Scenario directory, relative to the config's folder, `/`-separated. */
  directory: z.string(),
  runMode: z.enum(['replay', 'refresh', 'record']),
  seam: z.enum(['session', 'provider', 'none']),
  compare: z.strictObject({ mode: z.string(), reason: z.string().optional() }),
  agent: z.strictObject({ profile: z.string(), command: z.array(z.string()), version: z.string().optional(), node: z.string().optional() }),
  headerClass: z.string().optional(),
  /** The scenario that pins the header class. */
  pinnedBy: z.string().optional(),
  provenance: provenance.optional(),
  /** Why the run broke, as printed; absent where it ran to its end. */
  failure: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  outcome: z
    .strictObject({
      exitCode: z.number().nullable(),
      signal: z.string().nullable(),
      shutdown: z.string(),
      stopReasons: z.array(z.string()),
    })
    .optional(),
  durationMs: z.number(),
  surfaces: z.array(surfaceComparison),
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      frame: z.number().int().optional(),
      allowed: z.boolean(),
    }),
  ),
  /** What the agent could see of the network and what it tried to reach; absent in record, and where it was never booted. */
  network: networkReport.optional(),
  steps: z.array(z.strictObject({ op: z.string(), line: z.number().int(), note: z.string() })),
  timeline: z.array(timelineItem),
  stderrTail: z.string(),
  loosenings: z.array(z.strictObject({ what: z.string(), reason: z.string() })),
  /** Files the run wrote (refresh, or a missing expected file). */
  written: z.array(z.string()),
});
export type RunReport = z.infer<typeof runReport>;
