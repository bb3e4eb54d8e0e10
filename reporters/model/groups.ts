import type { Change, SurfaceId } from '../../harness/schema/index.js';
import type { ChangeGroup } from './types.js';

/** Groups that the overview lists; the rest is counted. */
export const MOST_GROUPS = 100;

/**
 * Puts equal changes of several scenarios together: the same surface, kind, field and values. Ordinals in paths and
 * tokens do not count, so that `$.messages[3]` and `$.messages[5]` meet. Most scenarios first.
 */
export class ChangeGrouper {
  readonly #groups = new Map<string, ChangeGroup>();

  add(scenario: { id: string; name: string }, surface: SurfaceId, change: Change): void {
    const key = changeKey(surface, change);
    const group = this.#groups.get(key) ?? this.#open(key, surface, change);
    group.count++;
    const record = change.actualRecord ?? change.expectedRecord ?? 1;
    if (!group.scenarios.some((known) => known.id === scenario.id)) group.scenarios.push({ ...scenario, record });
  }

  /** Keys of the groups in the order of `list`. */
  keys(): string[] {
    return this.#sorted()
      .slice(0, MOST_GROUPS)
      .map(([key]) => key);
  }

  list(): { groups: ChangeGroup[]; moreGroups: number } {
    const all = this.#sorted().map(([, group]) => group);
    return { groups: all.slice(0, MOST_GROUPS), moreGroups: Math.max(0, all.length - MOST_GROUPS) };
  }

  #sorted(): [key: string, group: ChangeGroup][] {
    return [...this.#groups].sort(([, a], [, b]) => b.scenarios.length - a.scenarios.length);
  }

  #open(key: string, surface: SurfaceId, { kind, label, path, expected, actual }: Change): ChangeGroup {
    const group: ChangeGroup = {
      surface,
      kind,
      label,
      path,
      count: 0,
      scenarios: [],
      ...(expected !== undefined && { expected: clip(expected) }),
      ...(actual !== undefined && { actual: clip(actual) }),
    };
    this.#groups.set(key, group);
    return group;
  }
}

/** Equal for changes that belong to one group. */
export function changeKey(surface: SurfaceId, change: Change): string {
  const label = change.label.replace(/#\d+/g, '');
  const path = change.path.replace(/\[\d+\]/g, '[]');
  return JSON.stringify([surface, change.kind, label, path, change.expected, change.actual]);
}

function clip(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
