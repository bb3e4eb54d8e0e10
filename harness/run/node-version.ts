import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { runErrors } from '../errors/run.js';
import type { AgentProfile } from '../schema/index.js';
import type { Placeholders } from './placeholders.js';

const COMPARATOR = /^(>=|<=|>|<|=)?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/;

/** Whether a text is a range of Node versions as a profile's `node` holds it. */
export function isNodeRange(range: unknown): range is string {
  return (
    typeof range === 'string' &&
    range.trim() !== '' &&
    range
      .trim()
      .split(/\s+/)
      .every((part) => COMPARATOR.test(part))
  );
}

/**
 * Whether a Node version lies in a range: comparators with a space between them, all of which hold. `24` is every 24.
 *
 * @example
 * fitsNode('>=22.4 <25', 'v24.1.0'); // true
 */
export function fitsNode(range: string, version: string): boolean {
  const own = version.replace(/^v/, '').split('.').map(Number);
  return range
    .trim()
    .split(/\s+/)
    .every((part) => {
      const [, sign = '=', ...numbers] = COMPARATOR.exec(part) ?? [];
      const wanted = numbers.filter((number) => number !== undefined).map(Number);
      // Only as many numbers are compared as were given: `>24` begins with 25, `<=24` ends with the last 24.
      const at = wanted.findIndex((number, index) => number !== own[index]);
      const order = at === -1 ? 0 : own[at]! - wanted[at]!;
      return { '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0, '=': order === 0 }[sign] ?? false;
    });
}

/**
 * The Node that an agent runs on: this one, or where the profile asks for another, the first of `otherNodes` that fits.
 *
 * @throws AcpError `ACP_PROFILE_NODE` where none fits
 */
export async function nodeOf(profile: AgentProfile, { node, otherNodes = [] }: Placeholders): Promise<string> {
  const range = profile.node;
  if (range === undefined) return node;
  const seen: string[] = [];
  for (const candidate of [node, ...otherNodes]) {
    const version = candidate === process.execPath ? process.version : await versionOf(candidate);
    if (version !== undefined && fitsNode(range, version)) return candidate;
    seen.push(`${candidate} (${version ?? 'does not run'})`);
  }
  throw runErrors.nodeUnfit(profile.name, range, seen);
}

async function versionOf(node: string): Promise<string | undefined> {
  return promisify(execFile)(node, ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** What the agent's own programs find as `node`: the one it runs on comes first. */
export function pathWithNode(path: string | undefined, node: string, delimiter: string): string {
  return [dirname(node), ...(path === undefined ? [] : [path])].join(delimiter);
}
