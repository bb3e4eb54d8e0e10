import { CANARY_MIN_LENGTH, SECRET_RULES } from './rules.js';
import { unescapeJson } from './unescape.js';

/** What to look for beside the rules: values that must never be written, such as those of environment variables off the allow-list. */
export interface Secrets {
  canaries: readonly string[];
}

/** One secret in a text. `text` is what stands in its place once it is redacted; the secret itself is never handed on. */
export interface SecretMatch {
  start: number;
  end: number;
  rule: string;
  text: string;
}

/** JSON inside JSON inside a text, as a tool result that quotes a tool call. */
const ESCAPE_DEPTH = 3;

/**
 * Finds the secrets of a text: by the rules, and the canaries, in the text as it stands and with its JSON escapes
 * undone. In order, never overlapping: where two rules claim one place the wider claim holds.
 */
export function findSecrets(text: string, secrets: Secrets): SecretMatch[] {
  // Nearly every string of a session log is a delta of a few letters.
  if (text.length < CANARY_MIN_LENGTH) return [];
  const canaries = canarySpellings(secrets.canaries);
  const found = findIn(text, canaries);
  let level = unescapeJson(text);
  for (let depth = 0; level && depth < ESCAPE_DEPTH; depth++) {
    const { starts } = level;
    for (const match of findIn(level.text, canaries)) found.push({ ...match, start: starts[match.start]!, end: starts[match.end]! });
    const next = unescapeJson(level.text);
    level = next && { text: next.text, starts: next.starts.map((start) => starts[start]!) };
  }
  return widest(found);
}

function findIn(text: string, canaries: readonly string[]): SecretMatch[] {
  const found: SecretMatch[] = [];
  for (const { name, pattern } of SECRET_RULES) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.['secret'] ??
        match.indices?.groups?.['bare'] ?? [match.index, match.index + match[0].length];
      found.push(claim(start, end, name));
    }
  }
  for (const canary of canaries) {
    for (let at = text.indexOf(canary); at !== -1; at = text.indexOf(canary, at + canary.length))
      found.push(claim(at, at + canary.length, 'canary'));
  }
  return found;
}

function claim(start: number, end: number, rule: string): SecretMatch {
  return { start, end, rule, text: `[redacted:${rule}]` };
}

function canarySpellings(canaries: readonly string[]): string[] {
  return [
    ...new Set(canaries.filter((canary) => canary.length >= CANARY_MIN_LENGTH).flatMap((canary) => [canary, percentEncoded(canary)])),
  ];
}

/** A lone surrogate has no percent-encoded form: it goes out as U+FFFD. */
function percentEncoded(canary: string): string {
  return encodeURIComponent(canary.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function widest(found: SecretMatch[]): SecretMatch[] {
  const kept: SecretMatch[] = [];
  for (const match of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (!last || match.start >= last.end) kept.push(match);
    else if (match.end > last.end) last.end = match.end;
  }
  return kept;
}
