import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identifySelf, type ProcessIdentity } from './identity.js';
// The type alone: whoever opens an entry, the config of a worker among them, does so without zod.
import type { LedgerEntry } from './ledger-entry.js';

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
