import { complaintGuard } from './complaint-guard.js';

export const interrupted = complaintGuard(
  'interrupted',
  'No recording was interrupted while it replaced a scenario.',
  ({ code }) => code === 'ACP_SCENARIO_INTERRUPTED',
);
