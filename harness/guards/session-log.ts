import { complaintGuard } from './complaint-guard.js';

export const sessionLog = complaintGuard(
  'session-log',
  'A session log has a version record that is known, events, and no gap in its numbers.',
  ({ code }) => code === 'ACP_REPLAY_LOG' || code === 'ACP_SCENARIO_SESSION_LOG',
);
