import { findSecrets, type SecretMatch, type Secrets } from './find.js';

/** A secret that was found: by which rule, and where. Never what it is. */
export interface SecretFinding {
  rule: string;
  /** A line of a text such as `line 3, column 12`, behind the place the caller named. */
  place: string;
  /** The environment variable whose value it is, where it is a canary. */
  variable?: string;
}

/**
 * Puts `[redacted:<rule>]` in place of every secret. A text of JSON stays JSON. Redacting twice changes nothing.
 *
 * @example
 * redactText('Authorization: Bearer abcdefgh12345678', { canaries: [] });
 * // { text: 'Authorization: Bearer [redacted:authorization]', findings: [{ rule: 'authorization', place: 'line 1, column 23' }] }
 */
export function redactText(text: string, secrets: Secrets): { text: string; findings: SecretFinding[] } {
  const matches = findSecrets(text, secrets);
  return { text: replaceMatches(text, matches), findings: matches.map((match) => finding(text, match)) };
}

/**
 * Where a text holds secrets, for texts that must hold none. `place` names the text, e.g. its file.
 *
 * @example
 * scanSecrets(text, { canaries: [] }, 'session.jsonl'); // [{ rule: 'jwt', place: 'session.jsonl line 4, column 80' }]
 */
export function scanSecrets(text: string, secrets: Secrets, place = ''): SecretFinding[] {
  return findSecrets(text, secrets).map((match) => finding(text, match, place));
}

/**
 * `canary (value of $GREETING) in session.jsonl line 3, column 12`: for a message, and without the value.
 *
 * @example
 * describeSecret({ rule: 'jwt', place: 'session.jsonl line 4, column 80' }); // 'jwt in session.jsonl line 4, column 80'
 */
export function describeSecret({ rule, place, variable }: SecretFinding): string {
  return `${rule}${variable === undefined ? '' : ` (value of $${variable})`} in ${place}`;
}

function replaceMatches(text: string, matches: readonly SecretMatch[]): string {
  let redacted = '';
  let from = 0;
  for (const match of matches) {
    redacted += text.slice(from, match.start) + match.text;
    from = match.end;
  }
  return redacted + text.slice(from);
}

function finding(text: string, match: SecretMatch, place = ''): SecretFinding {
  return { rule: match.rule, place: placeIn(text, match.start, place), ...(match.variable !== undefined && { variable: match.variable }) };
}

/** Line and column of an offset, behind the place the caller named. */
export function placeIn(text: string, offset: number, place: string): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `${place}${place && ' '}line ${line}, column ${column}`;
}
