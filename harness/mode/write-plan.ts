import type { UpdateMode } from './run-mode.js';

/**
 * What to do about one expected file.
 * - `nothing`: it exists and is equal.
 * - `compare`: nothing is written; a difference or a missing file fails the test.
 * - `write`: write the actual content, and pass.
 * - `write-fail-once`: write the missing file, fail the test once, without a retry.
 */
export type WritePlan = 'compare' | 'write-fail-once' | 'write' | 'nothing';

/**
 * The decision table of update modes, as Playwright users know them. In CI nothing is written in any mode; modes that
 * ask for it are refused before a test runs.
 *
 * | mode    | missing         | changed | equal   |
 * |---------|-----------------|---------|---------|
 * | default | write-fail-once | compare | nothing |
 * | missing | write           | compare | nothing |
 * | changed | write           | write   | nothing |
 * | all     | write           | write   | nothing |
 * | none    | compare         | compare | nothing |
 * | any, CI | compare         | compare | nothing |
 */
export function planWrite(updateMode: UpdateMode, inCi: boolean, exists: boolean, changed: boolean): WritePlan {
  if (exists && !changed) return 'nothing';
  if (inCi || updateMode === 'none') return 'compare';
  if (updateMode === 'all' || updateMode === 'changed') return 'write';
  if (exists) return 'compare';
  return updateMode === 'missing' ? 'write' : 'write-fail-once';
}
