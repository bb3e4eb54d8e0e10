import { canaryRules, type Secrets } from './canaries.js';
import { CANARY_MIN_LENGTH, SECRET_RULES, type SecretRule } from './rules.js';
import { unescapeJson, type Unescaped } from './unescape.js';

export type { Secrets };

/** One secret in a text. `text` is what stands in its place once it is redacted; the secret itself is never handed on. */
export interface SecretMatch {
  start: number;
  end: number;
  rule: string;
  text: string;
  /** The environment variable whose value it is, where it is a canary. */
  variable?: string;
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
  const rules = [...SECRET_RULES, ...canaryRules(secrets)];
  const found = findIn(text, rules);
  for (const { text: meant, starts } of unescapedLevels(text)) {
    for (const match of findIn(meant, rules)) found.push({ ...match, start: starts[match.start]!, end: starts[match.end]! });
  }
  return widest(found);
}

/** What a text means once its JSON escapes are undone, level by level, with the place of each character in the text itself. */
export function unescapedLevels(text: string): Unescaped[] {
  const levels: Unescaped[] = [];
  for (let level = unescapeJson(text); level && levels.length < ESCAPE_DEPTH;) {
    const { starts } = level;
    levels.push(level);
    const next = unescapeJson(level.text);
    level = next && { text: next.text, starts: next.starts.map((start) => starts[start]!) };
  }
  return levels;
}

function findIn(text: string, rules: readonly SecretRule[]): SecretMatch[] {
  const found: SecretMatch[] = [];
  for (const { name, pattern, variableOf } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.['secret'] ??
        match.indices?.groups?.['bare'] ?? [match.index, match.index + match[0].length];
      const variable = variableOf?.(match[0]);
      found.push({ ...claim(start, end, name), ...(variable !== undefined && { variable }) });
    }
  }
  return found;
}

function claim(start: number, end: number, rule: string): SecretMatch {
  return { start, end, rule, text: `[redacted:${rule}]` };
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
