import * as z from 'zod';

/**
 * One thing an agent tried to reach beside loopback, in replay or refresh. `proxy`: asked of the dead-end proxy.
 * `dns`: a name was looked up. `direct`: a connection to an address. Everything in it is the agent's word: untrusted.
 */
export const networkAttempt = z.strictObject({
  host: z.string(),
  port: z.number().int().optional(),
  via: z.enum(['proxy', 'dns', 'direct']),
  /** Command line and pid of the process that tried, where it could be told. */
  by: z.string().optional(),
  /** Milliseconds since boot of the first one; never compared. */
  at: z.number(),
  times: z.number().int().positive(),
  /** Why the profile allows it; absent where it does not. */
  reason: z.string().optional(),
});
export type NetworkAttempt = z.infer<typeof networkAttempt>;

/** What of the network an agent could see in a run, and what it tried. */
export const networkReport = z.strictObject({
  /** It ran in a network namespace of its own: nothing outside could be reached, and direct attempts are seen too. */
  sealed: z.boolean(),
  /** Why it did not, where it did not. */
  why: z.string().optional(),
  attempts: z.array(networkAttempt),
});
export type NetworkReport = z.infer<typeof networkReport>;
