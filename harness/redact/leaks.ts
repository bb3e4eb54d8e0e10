import type { Secrets } from './find.js';
import type { SecretFinding } from './redact.js';
import { distinct, scanFile } from './scan.js';
import { lintFile } from './secretlint.js';

/**
 * The gate before every write: where files would hold secrets, by our own rules, the canaries and secretlint. Each
 * finding names rule and place, never the value. Not exported with the others, because it brings secretlint along.
 *
 * @example
 * const leaks = await findLeaks(new Map([['session.jsonl', bytes]]), { canaries: [] });
 */
export async function findLeaks(files: ReadonlyMap<string, Uint8Array>, secrets: Secrets): Promise<SecretFinding[]> {
  const found: SecretFinding[] = [];
  for (const [name, content] of files) {
    const text = new TextDecoder().decode(content);
    found.push(...scanSecretsIn(name, secrets), ...scanFile(name, text, secrets), ...(await lintFile(name, text)));
  }
  return distinct(found);
}

/** A path can hold a secret too. It is told without the path. */
function scanSecretsIn(name: string, secrets: Secrets): SecretFinding[] {
  return scanFile('', name, secrets).map((finding) => ({ ...finding, place: 'the name of a file' }));
}
