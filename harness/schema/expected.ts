import * as z from 'zod';
import { compareMode } from './surface.js';
import { anyRequest } from './any-request.js';
import { modelRequest } from './model-request.js';
import { wireRequest } from './wire.js';

/** Kinds of scenario files that carry a header line of ours. */
export const FIXTURE_KINDS = ['input', 'transcript', 'session', 'requests', 'provider-replay', 'faults'] as const;

/** First line of every JSONL file of ours. */
export const fixtureHeader = z.looseObject({
  type: z.literal('fixture'),
  fixture: z.enum(FIXTURE_KINDS),
  schema: z.literal(1),
  scenario: z.string(),
});

export const transcriptHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('transcript'),
  schema: z.literal(1),
  scenario: z.string(),
  compare: compareMode,
});

/**
 * One record of `transcript.expected.jsonl`: a frame as sent with tokens in place of volatile fields, or a run of
 * neighbouring text chunks of one kind, session and message, which keeps its pieces. Rows from the client are context, never compared.
 */
export const transcriptRecord = z.union([
  z.strictObject({
    from: z.enum(['agent', 'client']),
    segment: z.string().optional(),
    strand: z.string().optional(),
    frame: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    from: z.literal('agent'),
    segment: z.string().optional(),
    strand: z.string().optional(),
    chunks: z.string(),
    session: z.string(),
    messageId: z.string().optional(),
    pieces: z.array(z.string()),
  }),
  /** Compare mode `state`: one thing as the run leaves it. */
  z.strictObject({
    from: z.literal('agent'),
    session: z.string().optional(),
    segment: z.string().optional(),
    strand: z.string(),
    state: z.record(z.string(), z.unknown()),
  }),
  /** A stdout line that was not one JSON object. */
  z.strictObject({ from: z.literal('agent'), noise: z.string() }),
]);
export type TranscriptRecord = z.infer<typeof transcriptRecord>;

export const requestsHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('requests'),
  schema: z.literal(1),
  scenario: z.string(),
  headerClass: z.string().optional(),
});

/** One record of `requests.expected.jsonl`: what a model call received. Lanes and places count from 1. */
export const requestRecord = z.strictObject({
  type: z.literal('request'),
  lane: z.number().int().positive(),
  place: z.number().int().positive(),
  request: anyRequest,
});
export type RequestRecord = z.infer<typeof requestRecord>;

/** The same in the session seam. */
export const modelRequestRecord = z.strictObject({ ...requestRecord.shape, request: modelRequest });
export type ModelRequestRecord = z.infer<typeof modelRequestRecord>;

/** The same in the provider seam. */
export const wireRequestRecord = z.strictObject({ ...requestRecord.shape, request: wireRequest });
export type WireRequestRecord = z.infer<typeof wireRequestRecord>;

export const sessionExpectedHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('session'),
  schema: z.literal(1),
  scenario: z.string(),
});

/** How a prompt ended: its stop reason, or the error it was answered with. */
export const promptOutcome = z.strictObject({
  session: z.string(),
  stopReason: z.string().optional(),
  error: z.strictObject({ code: z.number().int(), message: z.string() }).optional(),
});

/** `outcome.expected.json`. `shutdown` says how far the ladder had to go. */
export const outcome = z.strictObject({
  schema: z.literal(1),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  shutdown: z.enum(['stdin-end', 'sigterm', 'sigkill', 'exited-early']),
  prompts: z.array(promptOutcome),
  /** Findings that the input header allows and that occurred. */
  findings: z.array(z.string()),
});
export type Outcome = z.infer<typeof outcome>;

/** `workspace.expected/.manifest.json` exists only where a file is too big to keep: its hash stands for its bytes. */
export const workspaceManifest = z.strictObject({
  schema: z.literal(1),
  files: z.record(z.string(), z.strictObject({ size: z.number().int(), sha256: z.string() })),
});
