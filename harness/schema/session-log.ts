import * as z from 'zod';

/** First line of a session log: the agent's own artifact, so it is loose. `version` is checked. */
export const sessionLogHeader = z.looseObject({
  type: z.literal('session'),
  version: z.literal(0),
  id: z.string(),
  createdAt: z.number(),
  cwd: z.string(),
  delegationDepth: z.number().int(),
  parentSession: z.string().optional(),
  /** Count of unpacked events inherited from the parent, before `session/end-seed`. */
  seedLength: z.number().int().nonnegative().optional(),
});
export type SessionLogHeader = z.infer<typeof sessionLogHeader>;

/** Any later line. `seq` is contiguous from 0 and `time` is in milliseconds since the epoch; some foreign logs carry neither. */
export const sessionLogEvent = z.looseObject({
  type: z.string(),
  seq: z.number().int().nonnegative().optional(),
  time: z.number().optional(),
  data: z.record(z.string(), z.unknown()),
  sourceEventSeqs: z.array(z.number().int()).optional(),
  surfaceOp: z.string().optional(),
});
export type SessionLogEvent = z.infer<typeof sessionLogEvent>;

export interface SessionLog {
  header: SessionLogHeader;
  /** Unpacked: a `*-chunks` row stands here as its single `assistant/chunk` events. */
  events: SessionLogEvent[];
}
