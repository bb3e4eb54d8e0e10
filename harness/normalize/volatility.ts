import { PATH_REASONS } from './paths.js';
import { KEEPS_WHICH, RULES } from './rules.js';
import { PLACE } from './session-log.js';

/**
 * - `renamed`: which one it is differs from run to run, that it is the same one does not: ids and folders.
 * - `free`: any value will do: times, durations, the machine.
 * - `checked`: dropped here because it is checked elsewhere: places in the raw log, the pin's bytes.
 */
export type Volatility = 'renamed' | 'free' | 'checked';

const RENAMED: ReadonlySet<string> = new Set(Object.values(PATH_REASONS));
const CHECKED: ReadonlySet<string> = new Set([PLACE, RULES.system.reason, RULES.tools.reason]);

/** What a normalizer takes away, read from the reason it gives. One that an agent's profile names may hold any value. */
export function volatilityOf({ reason }: { readonly reason: string }): Volatility {
  if (RENAMED.has(reason) || reason.endsWith(KEEPS_WHICH)) return 'renamed';
  return CHECKED.has(reason) ? 'checked' : 'free';
}
