/** One line that crossed the agent's stdio, as the tap saw it. `raw` is the truth; everything else is read from it. */
export interface CapturedFrame {
  /** Who wrote it. */
  readonly from: 'agent' | 'client';
  /** Milliseconds since boot. Kept for the timeline, never compared. */
  readonly at: number;
  /** The line without its newline, decoded as UTF-8. */
  readonly raw: string;
  /** The parsed JSON object; absent where the line is not one. */
  readonly value?: Readonly<Record<string, unknown>>;
  /** Why the line is no frame, e.g. `not JSON`; absent where it is one. */
  readonly noise?: string;
  /** Ordinal of the line within its direction, from 1. */
  readonly line: number;
}
