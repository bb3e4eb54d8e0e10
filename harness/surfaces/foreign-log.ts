import { formatJsonl } from '../jsonl/index.js';
import { normalizeForeignLogs, type ForeignLog } from '../normalize/index.js';
import type { SessionLogContext } from './session-log.js';
import type { SurfaceFile } from './transcript.js';

/**
 * The logs of an agent of another make as expected files: `session.expected.jsonl`, `session.1.expected.jsonl`, … in
 * the order given. Each record as it was decoded, normalized; all share one table of tokens.
 *
 * @example
 * foreignLogSurface([{ session: 'a1f…', records }], { scenario: 'create-report', bindings, counts, normalizers });
 */
export function foreignLogSurface(logs: readonly ForeignLog[], context: SessionLogContext): SurfaceFile[] {
  const header = { type: 'fixture', fixture: 'session', schema: 1, scenario: context.scenario };
  return normalizeForeignLogs(logs, context).map((records, lane) => ({
    name: lane === 0 ? 'session.expected.jsonl' : `session.${lane}.expected.jsonl`,
    text: formatJsonl([header, ...records]),
  }));
}
