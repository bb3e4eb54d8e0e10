import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CapturedFrame } from '../surfaces/frame.js';
import { matchesPattern } from './pattern.js';
import type { SessionLogTail } from './session-log-tail.js';
import type { Tap } from './tap.js';
import { isInside } from './workspace-files.js';

/** How often files and logs are looked at: they tell nobody when they change. */
const POLL_MS = 10;

/**
 * Waits for the `count`-th agent frame from `from` on that fits.
 * @returns the frame's index in `tap.frames`
 */
export function waitForFrame(
  tap: Tap,
  options: { fits: (frame: CapturedFrame) => boolean; count: number; from: number; failed: Promise<never> },
): Promise<number> {
  const { fits, count, from, failed } = options;
  return new Promise((resolve, reject) => {
    let left = count;
    // Called at once for frames already seen, before `stop` is known.
    let stop = () => {};
    stop = tap.onAgentFrame((frame, index) => {
      if (left === 0 || !fits(frame) || --left > 0) return;
      stop();
      resolve(index);
    }, from);
    if (left === 0) stop();
    failed.catch((error: unknown) => {
      stop();
      reject(error);
    });
  });
}

/** Waits until a file of the workspace exists and holds the text, where one is given. */
export async function waitForFile(file: string, contains: string | undefined, failed: Promise<never>): Promise<void> {
  await poll(async () => {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    return text !== undefined && (contains === undefined || text.includes(contains));
  }, failed);
}

export function waitForLogEvent(
  tail: SessionLogTail,
  wanted: { pattern: unknown; count: number; session: string | undefined },
  failed: Promise<never>,
): Promise<void> {
  return poll(() => tail.find(wanted.pattern, wanted.count, wanted.session), failed);
}

/** Waits until the agent has made so many model calls. */
export function waitForModelCall(made: () => Promise<number>, number: number, failed: Promise<never>): Promise<void> {
  return poll(async () => (await made()) >= number, failed);
}

async function poll(check: () => Promise<boolean>, failed: Promise<never>): Promise<void> {
  while (!(await check())) await Promise.race([delay(POLL_MS), failed]);
}

/** A path of the input below the workspace; `undefined` where it leads out of it. */
export function resolveInWorkspace(cwd: string, file: string): string | undefined {
  const resolved = path.resolve(cwd, file);
  return isInside(cwd, resolved) ? resolved : undefined;
}

/** Whether an agent frame matches, and belongs to the session, where it names one that another alias stands for. */
export function frameFits(pattern: unknown, session: string | undefined, others: ReadonlySet<string>): (frame: CapturedFrame) => boolean {
  return ({ value }) => {
    if (value === undefined || !matchesPattern(pattern, value)) return false;
    const named = (value['params'] as Record<string, unknown> | undefined)?.['sessionId'];
    return session === undefined || typeof named !== 'string' || named === session || !others.has(named);
  };
}
