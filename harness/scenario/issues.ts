import type { z } from 'zod';
import type { AcpError } from '../errors/acp-error.js';
import { scenarioErrors, type Place } from '../errors/scenario.js';
import { nearest } from './nearest.js';

/** Words a record by what it is, e.g. `op "prompt"`, and the keys it may hold. */
export interface RecordShape {
  what: string;
  keys: readonly string[];
}

/** The first thing zod found wrong with a record, as a scenario error at its line. */
export function issueError(error: z.ZodError, value: unknown, place: Place, shape: RecordShape): AcpError {
  const issue = deepest(error.issues[0]!);
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    return scenarioErrors.unknownKey(
      place,
      key,
      path === '' ? shape.what : `"${path}" of ${shape.what}`,
      nearest(key, path === '' ? shape.keys : []),
    );
  }
  if (issue.code === 'invalid_value') {
    const found = at(value, issue.path);
    const known = issue.values.map(String);
    if (found === undefined) return scenarioErrors.invalid(place, path, `missing; one of ${known.join(', ')}`);
    return scenarioErrors.unknownValue(place, path, shorten(found), known, typeof found === 'string' ? nearest(found, known) : undefined);
  }
  return scenarioErrors.invalid(place, path, reasonOf(issue, at(value, issue.path)));
}

export function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The branch of a union that got furthest tells most. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const branches = issue.errors
    .filter((issues) => issues.length > 0)
    .map((issues) => deepest({ ...issues[0]!, path: [...issue.path, ...issues[0]!.path] }));
  return branches.reduce((best, next) => (next.path.length > best.path.length ? next : best), branches[0] ?? issue);
}

function reasonOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined && issue.code === 'invalid_type') return `missing; ${issue.expected} is wanted`;
  return `${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
