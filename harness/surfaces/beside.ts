import { valueAt } from '../normalize/index.js';
import type { AsideUpdates } from '../schema/index.js';

/**
 * Whether a frame is one that the agent sends beside the others of its tool call, as its profile says.
 *
 * @example
 * standsBeside([{ path: 'params.update._meta.hook', reason: '…' }])({ params: { update: { _meta: { hook: {} } } } }); // true
 */
export function standsBeside(rules: readonly AsideUpdates[] | undefined): (frame: unknown) => boolean {
  const paths = (rules ?? []).map(({ path }) => path.split('.'));
  return (frame) => paths.some((keys) => valueAt(frame, keys) !== undefined);
}

/** What stands beside goes behind the others. */
export function withBesideLast<Item>(items: readonly Item[], isBeside: (item: Item) => boolean): Item[] {
  return [...items.filter((item) => !isBeside(item)), ...items.filter(isBeside)];
}
