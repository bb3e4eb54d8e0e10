import type * as z from 'zod';
import type { AcpError } from '../errors/acp-error.js';
import { scenarioErrors, type Place } from '../errors/scenario.js';
import { nearest } from './nearest.js';
import { wantedOf } from './wanted.js';

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
    if (found === undefined) return scenarioErrors.invalid(place, path, `missing; ${wantedOf(issue)} is wanted`, wantedOf(issue));
    return scenarioErrors.unknownValue(place, path, shorten(found), known, typeof found === 'string' ? nearest(found, known) : undefined);
  }
  const wanted = wantedOf(issue);
  return scenarioErrors.invalid(place, path, reasonOf(wanted, at(value, issue.path)), wanted);
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
  // None got anywhere: all that the union takes is told.
  if (branches.every(({ code, path }) => code === 'invalid_type' && path.length === issue.path.length)) return issue;
  return branches.reduce((best, next) => (next.path.length > best.path.length ? next : best), branches[0] ?? issue);
}

/** What stands there; of a long text, a list or an object only that, because it may hold anything, a secret too. */
function reasonOf(wanted: string, found: unknown): string {
  if (found === undefined) return `missing; ${wanted} is wanted`;
  return `${describe(found)} is not ${wanted}`;
}

const LONG = 24;

function describe(found: unknown): string {
  if (Array.isArray(found)) return 'a list';
  if (typeof found === 'object' && found !== null) return 'an object';
  return typeof found === 'string' && found.length > LONG ? `a text of ${found.length} characters` : shorten(found);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
