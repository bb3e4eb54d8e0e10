import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { identifySelf, type ProcessIdentity } from './identity.js';

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

let self: ProcessIdentity | undefined;

/**
 * Writes down what this process has opened, before it can be lost: synchronously, since a worker may be killed at any
 * moment. `close` takes the note away once the thing is gone.
 *
 * @param ledger folder of the ledger; created where missing
 * @param owner this very process where absent
 */
export function openLedgerEntry(
  ledger: string,
  opened: { child: ProcessIdentity; keeps?: 'network' } | { folder: string },
  owner: ProcessIdentity = (self ??= identifySelf()),
): { close(): void } {
  mkdirSync(ledger, { recursive: true, mode: 0o700 });
  const entry: LedgerEntry = { schema: 1, owner, ...opened };
  const file = path.join(ledger, `${owner.pid}-${randomBytes(6).toString('hex')}.json`);
  // Renamed into place: a sweep never reads half an entry.
  writeFileSync(`${file}.part`, JSON.stringify(entry), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return { close: () => rmSync(file, { force: true }) };
}
