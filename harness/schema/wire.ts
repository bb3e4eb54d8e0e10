import * as z from 'zod';
import { DIALECTS } from './names.js';

/** Dialects of the provider seam. */
export const dialect = z.enum(DIALECTS);
export type Dialect = z.infer<typeof dialect>;

/**
 * What one model call received on the wire, taken apart so that nothing is lost: `system`, `tools` and `messages` as
 * the dialect words them, everything else of the body in `config`. Where the body holds the system prompt as several
 * texts, `config` keeps what stands around them.
 */
export const wireRequest = z.strictObject({
  dialect,
  method: z.string(),
  /** Below the base URL, with its query. */
  path: z.string(),
  /** Headers that say something about the call: none that carries credentials, none of the transport. */
  headers: z.record(z.string(), z.string()),
  /** `provider` is the dialect's name. */
  config: z.looseObject({ provider: z.string(), model: z.string() }),
  /** The system prompt, or the token `{{system}}` in an expected file outside the pin. */
  system: z.string(),
  /** The tool schemas in the agent's order, or the token `{{tools}}`. */
  tools: z.union([z.array(z.unknown()), z.literal('{{tools}}')]),
  messages: z.array(z.unknown()),
});
export type WireRequest = z.infer<typeof wireRequest>;

/** Any other request to a provider's base, e.g. `GET /models`: recorded and replayed as it was. */
export const plainRequest = z.strictObject({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Parsed where it is JSON, else text; absent where there was none. */
  body: z.unknown().optional(),
});
export type PlainRequest = z.infer<typeof plainRequest>;
