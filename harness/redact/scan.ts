import { findSecrets, type Secrets } from './find.js';
import { joinDeltas, type Joined } from './joined.js';
import { scanSecrets, type SecretFinding } from './redact.js';

/**
 * Where a file holds secrets by our own rules: in its text, with its JSON escapes undone, and in its deltas joined.
 * Synchronous, for writers that are; {@link findLeaks} asks secretlint too.
 */
export function scanFile(file: string, text: string, secrets: Secrets): SecretFinding[] {
  const joined = joinDeltas(text).flatMap((field) =>
    findSecrets(field.text, secrets).map(({ rule, start, variable }) => ({
      rule,
      line: lineOf(field, start),
      ...(variable !== undefined && { variable }),
    })),
  );
  return withJoined(file, scanSecrets(text, secrets, file), joined);
}

/** What the joined deltas show beside what the text shows: a rule may need what stands in the delta before. */
export function withJoined(
  file: string,
  found: readonly SecretFinding[],
  joined: readonly { rule: string; line: number; variable?: string }[],
): SecretFinding[] {
  const known = (rule: string, line: number) =>
    found.some((finding) => finding.rule === rule && finding.place.startsWith(`${file}${file && ' '}line ${line},`));
  const split = joined
    .filter(({ rule, line }) => !known(rule, line))
    .map(({ line, ...found }) => ({ ...found, place: `${file}${file && ' '}line ${line}, split over deltas` }));
  return distinct([...found, ...split]);
}

/** Line of the piece in which an offset of the joined text lies. */
export function lineOf({ pieces }: Joined, offset: number): number {
  return pieces.findLast((piece) => piece.start <= offset)?.line ?? 1;
}

export function distinct(findings: readonly SecretFinding[]): SecretFinding[] {
  return [...new Map(findings.map((finding) => [`${finding.rule} ${finding.place}`, finding])).values()];
}
