import { complaintGuard } from './complaint-guard.js';

export const mergeConflict = complaintGuard('merge-conflict', 'No file holds a merge-conflict marker.', ({ code }) =>
  /^ACP_(?:JSONL_MERGE_CONFLICT|SCENARIO_CONFLICT)$/.test(code),
);
