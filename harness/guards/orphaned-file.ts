import { complaintGuard } from './complaint-guard.js';

export const orphanedFile = complaintGuard(
  'orphaned-file',
  'Every file belongs to a scenario.',
  ({ code }) => code === 'ACP_SCENARIO_UNKNOWN_FILE',
);
