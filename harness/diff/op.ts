/**
 * One step from the expected sequence to the actual one. `expected` and `actual` are the indices (from 0) at which it
 * starts on each side; a removed run advances only the expected side, an added run only the actual one. Where both meet,
 * the removed run stands first.
 */
export interface Op {
  kind: 'equal' | 'removed' | 'added';
  expected: number;
  actual: number;
  count: number;
}
