import type { Budget } from './limits.js';
import type { EqualSegment } from './types.js';

interface EqualRun<T> {
  expected: number;
  actual: number;
  texts: T[];
  size: (text: T) => number;
}

/** Adds an equal run: whole while the budget lasts, then only what stands next to a change. */
export function pushEqual<T>(segments: (EqualSegment<T> | { kind: 'pair' | 'lines' })[], run: EqualRun<T>, budget: Budget): void {
  const { expected, actual, texts, size } = run;
  const whole: EqualSegment<T> = { kind: 'equal', expected, actual, count: texts.length, items: texts };
  const cost = texts.reduce((sum, text) => sum + size(text), 0);
  const { context } = budget.limits;
  if (cost <= budget.equal || texts.length <= 2 * context) {
    budget.equal -= cost;
    segments.push(whole);
    return;
  }
  const items = [...texts.slice(0, context), ...(context > 0 ? texts.slice(-context) : [])];
  segments.push({ ...whole, items, omittedAt: context });
}
