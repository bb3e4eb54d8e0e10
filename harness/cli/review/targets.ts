import { reviewErrors } from '../../errors/review.js';
import { nearest } from '../../scenario/nearest.js';
import { SURFACES } from '../../schema/index.js';
import type { ReviewScenario } from '../../schema/index.js';
import { coveredBy } from './item.js';
import type { ReviewItem } from './item.js';

/** What `--accept` and `--reject` came to. */
export interface Selection {
  accept: ReviewItem[];
  reject: ReviewItem[];
  /** Items that a group reaches but does not say everything about. */
  partly: ReviewItem[];
  /** Items named one by one or by scenario: where such a one is refused, the command fails. */
  named: ReadonlySet<ReviewItem>;
}

/**
 * Reads targets: `transcript:create-report`, `create-report`, `group:2`, `all`. A scenario may be named by its directory. What is
 * rejected is not accepted, so that `--accept all --reject workspace:x` reads as it sounds. Several groups count
 * together: a surface with changes of two is accepted by both.
 *
 * @throws UsageError `ACP_REVIEW_TARGET` for a target that is not in the report
 */
export function select(items: readonly ReviewItem[], groups: number, accept: readonly string[], reject: readonly string[]): Selection {
  const rejected = new Set(reject.flatMap((target) => find(target)));
  const rejectedGroups = groupNumbers(reject);
  for (const item of items) if (rejectedGroups.some((number) => item.surface.groups.includes(number))) rejected.add(item);
  const plain = accept.filter((target) => groupNumber(target) === undefined);
  const named = new Set(plain.flatMap((target) => find(target)));
  const wanted = groupNumbers(accept);
  const touched = items.filter(({ surface }) => surface.groups.some((number) => wanted.includes(number)));
  const grouped = touched.filter((item) => coveredBy(item, wanted));
  const accepted = items.filter((item) => (named.has(item) || grouped.includes(item)) && !rejected.has(item));
  return {
    accept: accepted,
    reject: [...rejected],
    partly: touched.filter((item) => !accepted.includes(item) && !rejected.has(item)),
    named,
  };

  function find(target: string): ReviewItem[] {
    if (target === 'all') return [...items];
    if (groupNumber(target) !== undefined) return [];
    const at = target.indexOf(':');
    const surface = at === -1 ? undefined : SURFACES.find((one) => one === target.slice(0, at));
    const name = surface === undefined ? target : target.slice(at + 1);
    const found = items.filter((item) => isNamed(item.scenario, name) && (surface === undefined || item.surface.surface === surface));
    if (found.length === 0) throw unknown(target);
    return found;
  }

  function groupNumbers(targets: readonly string[]): number[] {
    return targets.flatMap((target) => {
      const number = groupNumber(target);
      if (number !== undefined && (number < 1 || number > groups)) throw unknown(target);
      return number ?? [];
    });
  }

  function unknown(target: string): Error {
    const known = [...items.map((item) => item.target), ...new Set(items.map(({ scenario }) => scenario.scenario))];
    return reviewErrors.unknownTarget(target, nearest(target, known), items.map((item) => item.target).slice(0, 30));
  }
}

function isNamed({ scenario, directory }: ReviewScenario, name: string): boolean {
  return scenario === name || directory === name.replace(/\/$/, '');
}

function groupNumber(target: string): number | undefined {
  const match = /^group:(\d{1,6})$/.exec(target);
  return match ? Number(match[1]) : undefined;
}
