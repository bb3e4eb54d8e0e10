import type { ChangeGroup } from './types.js';
import type { SurfaceId } from '../../harness/schema/index.js';

/** Name of the data block that a review server puts into the page; a report opened from disk has none. */
export const REVIEW_BLOCK = 'review';

export interface ReviewStateItem {
  target: string;
  directory: string;
  surface: SurfaceId;
  state: 'open' | 'accepted' | 'rejected' | 'refused';
  reason?: string;
}

type GroupFace = Pick<ChangeGroup, 'surface' | 'kind' | 'label' | 'path' | 'expected' | 'actual'>;

/** What the page knows of a review: sent with it, and again after each decision. */
export interface ReviewState {
  items: ReviewStateItem[];
  /** `targets` are surfaces that hold no change outside the group, `partly` the others. */
  groups: (GroupFace & { targets: string[]; partly: string[] })[];
  /** Files written and removed so far. */
  written: number;
}

export interface ReviewDecision {
  action: 'accept' | 'reject';
  targets: string[];
}

/** Equal for a group of the report and the same group under review. */
export function groupFace({ surface, kind, label, path, expected, actual }: GroupFace): string {
  return JSON.stringify([surface, kind, label, path, expected ?? null, actual ?? null]);
}
