import { findSecrets, type SecretMatch, type Secrets } from './find.js';
import { joinDeltas, type Joined } from './joined.js';
import { scanSecrets, type SecretFinding } from './redact.js';

/**
 * Where a file holds secrets by our own rules: in its text, with its JSON escapes undone, and in its deltas joined.
 * Synchronous, for writers that are; {@link findLeaks} asks secretlint too.
 */
export function scanFile(file: string, text: string, secrets: Secrets): SecretFinding[] {
  const joined = joinDeltas(text).flatMap((field) =>
    findSecrets(field.text, secrets)
      .filter((match) => isSplit(field, match))
      .map((match) => ({ rule: match.rule, place: splitPlace(file, field, match) })),
  );
  return distinct([...scanSecrets(text, secrets, file), ...joined]);
}

/** What lies within one piece stands in the text itself. */
export function isSplit({ pieces }: Joined, { start, end }: Pick<SecretMatch, 'start' | 'end'>): boolean {
  return pieces.some((piece) => piece.start > start && piece.start < end);
}

export function splitPlace(file: string, { pieces }: Joined, { start }: Pick<SecretMatch, 'start'>): string {
  const line = pieces.findLast((piece) => piece.start <= start)?.line ?? 1;
  return `${file} line ${line}, split over deltas`;
}

export function distinct(findings: readonly SecretFinding[]): SecretFinding[] {
  return [...new Map(findings.map((finding) => [`${finding.rule} ${finding.place}`, finding])).values()];
}
