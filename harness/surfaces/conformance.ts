import { formatJsonl } from '../jsonl/index.js';

/** Names no file on disk: nothing is expected but what the header allows. */
export const CONFORMANCE_VIEW = 'conformance';

/** What a rule over frames or over a raw log reports. */
export interface SurfaceFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Ordinal of the frame, from 1. Not compared: one more frame would make another finding of it. */
  readonly frame?: number;
}

/** The findings that the input header does not allow by name. Warnings are shown, never compared. */
export function conformanceView(findings: readonly SurfaceFinding[], allow: readonly string[]): string {
  return formatJsonl(
    findings.filter(({ rule, severity }) => severity === 'error' && !allow.includes(rule)).map(({ rule, message }) => ({ rule, message })),
  );
}
