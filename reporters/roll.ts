import type { FullResult, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { reportErrors } from '../harness/errors/report.js';
import type { AcpError } from '../harness/errors/index.js';

/** Annotation of every test that `defineScenarios` registers. */
const SCENARIO = 'scenario';
/** Tests named one by one; the rest is counted. */
const MOST_NAMED = 20;

/**
 * Which tests of scenarios should have told of a run, and did not: interrupted, never started, or ended with their worker.
 * A report without them is partial, and says so.
 */
export class Roll {
  readonly #due = new Map<string, TestCase>();
  readonly #ended = new Set<string>();
  readonly #silent: string[] = [];

  begin(suite: Suite): void {
    for (const test of suite.allTests()) if (isScenario(test) && test.expectedStatus !== 'skipped') this.#due.set(test.id, test);
  }

  /** @returns a problem where a test passed and tells of no run: what it attached was lost. */
  end(test: TestCase, result: TestResult, place: string, told: boolean): AcpError | undefined {
    if (result.status !== 'interrupted') this.#ended.add(test.id);
    if (told || result.status === 'skipped' || result.status === 'interrupted') return undefined;
    if (result.status === 'passed') return isScenario(test) ? reportErrors.runMissing(place) : undefined;
    if (!isScenario(test) && !result.errors.some(({ message }) => message?.includes('worker process exited'))) return undefined;
    const attempt = result.retry > 0 ? `, retry ${result.retry}` : '';
    this.#silent.push(`No run of ${place}${attempt}: ${firstLine(result.errors[0]?.message ?? result.status)}`);
    return undefined;
  }

  /** What the report lacks, in words; empty where it is whole. */
  notes({ status }: Pick<FullResult, 'status'>): string[] {
    const left = [...this.#due.keys()].filter((id) => !this.#ended.has(id)).length;
    const cause =
      status === 'interrupted' ? 'the run was interrupted' : status === 'timedout' ? 'the run was out of time' : 'the run ended early';
    const more = this.#silent.length - MOST_NAMED;
    return [
      ...(left > 0
        ? [`This report is partial, because ${cause}: ${left} of ${this.#due.size} tests of scenarios did not run to their end.`]
        : []),
      ...this.#silent.slice(0, MOST_NAMED),
      ...(more > 0 ? [`No run of ${more} more tests.`] : []),
    ];
  }
}

function isScenario(test: TestCase): boolean {
  return test.annotations.some(({ type }) => type === SCENARIO);
}

function firstLine(text: string): string {
  // Colours go whole: what is left of a code would be read as text.
  return text
    .replace(/\u001B\[[0-9;]*m/g, '')
    .split('\n')[0]!
    .slice(0, 300);
}
