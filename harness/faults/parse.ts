import { faultErrors } from '../errors/faults.js';
import { COUNTED_FAULTS, FAULT_NAMES, type FaultName } from '../schema/fault-names.js';

/** A fault of the provider, as it is asked for. */
export interface Fault {
  /** As it was written, e.g. `reset-after:3`. */
  text: string;
  name: FaultName;
  /** Whole chunks that come before it; half of them where absent. */
  after?: number;
}

/**
 * Reads the name of a fault, with its number where it takes one.
 *
 * @throws AcpError `ACP_FAULT_UNKNOWN`, which lists the known ones
 *
 * @example
 * parseFault('reset-after:3'); // { text: 'reset-after:3', name: 'reset-after', after: 3 }
 */
export function parseFault(text: string): Fault {
  const [name = '', number, ...rest] = text.split(':');
  if (!isFault(name)) throw faultErrors.unknown(name, FAULT_NAMES, alike(name));
  if (number === undefined) return { text, name };
  if (!COUNTED_FAULTS.includes(name) || rest.length > 0 || !/^\d{1,6}$/.test(number)) throw faultErrors.badNumber(text, COUNTED_FAULTS);
  return { text, name, after: Number(number) };
}

const isFault = (name: string): name is FaultName => (FAULT_NAMES as readonly string[]).includes(name);

/** The only known name that shares a word with it. */
function alike(name: string): string | undefined {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const found = FAULT_NAMES.filter((known) => known.split('-').some((word) => word.length > 2 && words.includes(word)));
  return found.length === 1 ? found[0] : undefined;
}
