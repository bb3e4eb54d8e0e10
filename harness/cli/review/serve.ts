import type { ReviewSession } from './session.js';

export async function serveReview(
  _session: ReviewSession,
  _options: { open: boolean; say: (lines: readonly string[]) => void },
): Promise<void> {}
