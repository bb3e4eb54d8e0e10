import type { RunReport, SurfaceStatus } from '../../harness/schema/index.js';

/** From what needs eyes first to what needs none. */
export const STATUS_ORDER: readonly SurfaceStatus[] = ['failed-to-run', 'changed', 'missing', 'not-reached', 'new', 'matched', 'skipped'];

export const STATUS_TITLES: Record<SurfaceStatus, string> = {
  'failed-to-run': 'failed to run',
  changed: 'changed',
  missing: 'missing',
  'not-reached': 'not reached',
  new: 'new',
  matched: 'matched',
  skipped: 'skipped',
};

export function worst(statuses: readonly SurfaceStatus[]): SurfaceStatus {
  return STATUS_ORDER.find((status) => statuses.includes(status)) ?? 'skipped';
}

/** Refresh can accept it: something differs, and the run is no broken one, which is never accepted; drift is what refresh is for. */
export function isRefreshable(report: Pick<RunReport, 'surfaces' | 'failure'>): boolean {
  const status = runStatus(report);
  if (report.failure && report.failure.code !== 'ACP_REPLAY_DRIFT') return false;
  return status === 'changed' || status === 'missing';
}

/**
 * What a run came to as a whole. A run that broke without a changed surface to explain it failed to run; one without
 * surfaces that ran to its end matched, since nothing in it differs.
 */
export function runStatus(report: Pick<RunReport, 'surfaces' | 'failure'>): SurfaceStatus {
  const status = worst(report.surfaces.map((surface) => surface.status));
  const explained = report.surfaces.some((surface) => surface.status === 'changed' || surface.status === 'failed-to-run');
  if (report.failure && !explained) return 'failed-to-run';
  return report.surfaces.length === 0 ? 'matched' : status;
}
