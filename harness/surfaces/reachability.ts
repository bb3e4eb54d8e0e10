import type { Decision, SurfaceId } from '../schema/index.js';
import type { SurfaceActual } from './actual.js';

/** Whether the run followed its replay source to the end. */
export interface Reachability {
  readonly reached: boolean;
  /** Where it left it, in a few words. */
  readonly note?: string;
}

/** What was seen before the request was refused, and so can still be compared. */
const SEEN_BEFORE: ReadonlySet<SurfaceId> = new Set(['requests', 'system-prompt', 'tool-schemas']);

/**
 * Reads from the decisions whether the model was replaced all the way. A drift stops a replay; in refresh it is served.
 * What a later surface shows after a stop says nothing.
 */
export function reachability(decisions: readonly Decision[], runMode: 'replay' | 'refresh' | 'record'): Reachability {
  for (const decision of decisions) {
    if (decision.type === 'refused') return { reached: false, note: `the replay provider refused to start (${decision.code})` };
    if (decision.type !== 'decision') continue;
    const { outcome, call, lane, place, drifted } = decision;
    if (outcome === 'miss' || outcome === 'ambiguous') {
      return {
        reached: false,
        note: `model call ${call} ${outcome === 'miss' ? 'has no recorded entry' : 'fits several recorded entries'}`,
      };
    }
    if (outcome === 'drift' && runMode === 'replay') {
      return {
        reached: false,
        note: `model call ${call} (lane ${lane}, place ${place}) drifted${drifted.length > 0 ? `: ${drifted.join(', ')}` : ''}`,
      };
    }
  }
  return { reached: true };
}

/** Takes the files of what was not reached away, so that nobody compares or writes them; the requests are told where they end. */
export function withReachability(surfaces: readonly SurfaceActual[], { reached, note = 'not reached' }: Reachability): SurfaceActual[] {
  if (reached) return [...surfaces];
  return surfaces.map((actual) => {
    if (actual.status !== 'captured') return actual;
    if (!SEEN_BEFORE.has(actual.surface)) return { ...actual, status: 'not-reached', files: [], note };
    return actual.surface === 'requests' ? { ...actual, note } : actual;
  });
}
