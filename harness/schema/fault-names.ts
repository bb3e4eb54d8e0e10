/** What a provider can do wrong, in the order in which the table shows it. Without zod, as `DIALECTS`. */
export const FAULT_NAMES = [
  '401',
  '429',
  '500',
  'refused',
  'reset-before',
  'reset-after',
  'truncated',
  'malformed',
  'stall',
  'slow-drip',
  'duplicate-finish',
  'finish-missing',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/** Faults that take a number: whole chunks that come before it, e.g. `reset-after:3`. Half of them where it is not said. */
export const COUNTED_FAULTS: readonly FaultName[] = ['reset-after', 'truncated', 'malformed', 'stall'];
