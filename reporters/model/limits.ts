/** How much of a run the page keeps, in characters. What is left out is said where it is left out. */
export interface Limits {
  /** Equal records and lines of one run. */
  equal: number;
  /** Changed records and lines of one run. */
  changed: number;
  /** Equal items kept on either side of a change once `equal` is used up. */
  context: number;
  /** A longer line is shown from shortly before its first difference. */
  line: number;
  /** A longer record is kept as printed lines. */
  record: number;
  /** Pictures of one run, as base64. */
  pictures: number;
}

/** From the most that is kept to the least: the writer takes the first that fits. */
export const LIMITS: readonly Limits[] = [
  { equal: 24_000_000, changed: 24_000_000, context: 20, line: 4_000, record: 40_000, pictures: 3_000_000 },
  { equal: 1_500_000, changed: 8_000_000, context: 10, line: 2_000, record: 20_000, pictures: 1_500_000 },
  { equal: 200_000, changed: 1_500_000, context: 3, line: 1_000, record: 8_000, pictures: 500_000 },
  { equal: 10_000, changed: 150_000, context: 1, line: 500, record: 4_000, pictures: 60_000 },
  { equal: 0, changed: 8_000, context: 0, line: 200, record: 2_000, pictures: 0 },
];

/** Keeps count of what a run may still keep. */
export interface Budget {
  readonly limits: Limits;
  equal: number;
  changed: number;
  pictures: number;
}

export function createBudget(limits: Limits): Budget {
  return { limits, equal: limits.equal, changed: limits.changed, pictures: limits.pictures };
}
