import { complaintGuard } from './complaint-guard.js';

export const link = complaintGuard(
  'link',
  'Scenario files are plain files; a link of the workspace seed stays in it.',
  ({ code }) => code === 'ACP_SCENARIO_SYMLINK',
);
