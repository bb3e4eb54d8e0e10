import * as z from 'zod';

const identity = z.strictObject({ pid: z.number().int().positive(), started: z.string() });

/** One file of the ledger: what a process of ours (the owner) has opened and must end. */
export const ledgerEntry = z.strictObject({
  schema: z.literal(1),
  owner: identity,
  /** The leader of the child's process group. */
  child: identity.optional(),
  /** The child holds a network namespace open for later runs: it is no agent, and stays until its owner ends. */
  keeps: z.literal('network').optional(),
  /** A temporary folder of a run. */
  folder: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;
