import * as z from 'zod';

/** First line of `faults.expected.jsonl`. */
export const faultsHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('faults'),
  schema: z.literal(1),
  scenario: z.string(),
});

/**
 * How the turn that met a fault ended. `answered`: in time. `cancelled`: not in time; it answered `session/cancel`.
 * `unanswered`: not even that. `exited`: the agent ended. `impossible`: the recorded reply cannot have this fault.
 */
export const faultEnd = z.enum(['answered', 'cancelled', 'unanswered', 'exited', 'impossible']);

/** What an agent made of one fault of its provider. */
export const faultRecord = z.strictObject({
  type: z.literal('fault'),
  /** As it was asked for, e.g. `429` or `reset-after:3`. */
  fault: z.string(),
  /** Which model call met it, from 1. */
  call: z.number().int().positive(),
  /** How many attempts at that call met it; all of them where absent. */
  times: z.number().int().positive().optional(),
  /** Where it lay in a stream: how many chunks came whole, of how many. */
  chunks: z.strictObject({ sent: z.number().int(), of: z.number().int() }).optional(),
  end: faultEnd,
  /** Why it is impossible. */
  reason: z.string().optional(),
  stopReason: z.string().optional(),
  error: z.strictObject({ code: z.number().int(), message: z.string() }).optional(),
  /** What the agent said in that turn, its pieces joined. */
  said: z.string().optional(),
  /** Further attempts at the call. Absent where they cannot be seen (`refused`), or were still going on. */
  retries: z.number().int().nonnegative().optional(),
  /** The agent's own log: how many, and how many of them end in the middle of a record; its last turn, where it is in our form. */
  log: z.strictObject({ files: z.number().int(), torn: z.number().int().optional(), turn: z.string().optional() }).optional(),
  exit: z
    .strictObject({
      exitCode: z.number().int().nullable(),
      signal: z.string().nullable(),
      shutdown: z.enum(['stdin-end', 'sigterm', 'sigkill', 'exited-early']),
    })
    .optional(),
  /** What it left behind: `processes` of its group, `processes outside its group`, `files` beside its workspace. */
  left: z.array(z.string()).optional(),
  /** Protocol rules that it broke, by name. */
  findings: z.array(z.string()).optional(),
});
export type FaultRecord = z.infer<typeof faultRecord>;
