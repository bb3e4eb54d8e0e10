import type { ReviewGroup, ReviewScenario, ReviewSurface } from '../../schema/index.js';

/**
 * - `open`: it can be accepted.
 * - `accepted`: its files say what the run produced. `rejected`: somebody said no; nothing is written.
 * - `refused`: it may not be accepted, or not here; `reason` says why.
 */
export type ItemState = 'open' | 'accepted' | 'rejected' | 'refused';

/** One surface of one scenario under review. */
export interface ReviewItem {
  /** How it is named on the command line, e.g. `transcript:create-report`. */
  target: string;
  scenario: ReviewScenario;
  surface: ReviewSurface;
  state: ItemState;
  reason?: string;
}

/** A group with the items that hold only changes of it and so can be accepted by it. */
export interface ItemGroup extends ReviewGroup {
  target: string;
  items: ReviewItem[];
  /** Items that hold changes of other groups too, or more than were listed. */
  partly: ReviewItem[];
}

/** Groups as the report numbers them, one change that stands alone in its surface included. */
export function groupItems(groups: readonly ReviewGroup[], items: readonly ReviewItem[]): ItemGroup[] {
  return groups.flatMap((group) => {
    const having = items.filter(({ surface }) => surface.groups.includes(group.number));
    const wholly = having.filter((item) => coveredBy(item, [group.number]));
    if (having.length === 0) return [];
    return [{ ...group, target: `group:${group.number}`, items: wholly, partly: having.filter((item) => !wholly.includes(item)) }];
  });
}

/** Whether the groups say everything that accepting the item would accept. */
export function coveredBy({ surface }: ReviewItem, groups: readonly number[]): boolean {
  return surface.grouped && surface.groups.every((number) => groups.includes(number));
}
