/** What was odd about a line. `base64`: `raw` is not the text but its bytes. `cut`: only the start of an over-long line was kept. */
export type FrameFlag = 'byte order mark' | 'carriage return' | 'no newline' | 'base64' | 'cut';

/** One line that crossed the agent's stdio, as the tap saw it. `raw` is the truth; everything else is read from it. */
export interface CapturedFrame {
  /** Who wrote it. */
  readonly from: 'agent' | 'client';
  /** Milliseconds since boot. Kept for the timeline, never compared. */
  readonly at: number;
  /** The line without its newline, decoded as UTF-8; base64 where it is not UTF-8 (flag `base64`). */
  readonly raw: string;
  /** The parsed JSON object; absent where the line is not one. */
  readonly value?: Readonly<Record<string, unknown>>;
  /** Why the line is no frame, e.g. `not JSON`; absent where it is one. */
  readonly noise?: string;
  /** Ordinal of the line within its direction, from 1. */
  readonly line: number;
  /** Oddities of the line, also of one that is a frame; absent where there are none. */
  readonly flags?: readonly FrameFlag[];
}
