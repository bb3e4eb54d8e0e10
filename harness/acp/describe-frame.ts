import type { CapturedFrame } from '../surfaces/frame.js';

/** A frame in a few words, for messages: what it is, and its start. */
export function describeFrame(frame: CapturedFrame | undefined): string {
  if (frame === undefined) return '(none)';
  const text = frame.raw.length > 300 ? `${frame.raw.slice(0, 300)}…` : frame.raw;
  return `${frame.from} line ${frame.line}${frame.noise === undefined ? '' : ` (${frame.noise})`}: ${text}`;
}
