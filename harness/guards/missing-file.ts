import { complaintGuard, fileName } from './complaint-guard.js';
import { OVERRIDE_FILE } from './override.js';

export const missingFile = complaintGuard(
  'missing-file',
  'Every file that the header asks for is there.',
  (complaint, corpus) =>
    /^ACP_SCENARIO_(?:FILE_MISSING|MISSING|NOT_RECORDED)$/.test(complaint.code) &&
    !complaint.problem.includes(OVERRIDE_FILE) &&
    fileName(complaint, corpus) !== OVERRIDE_FILE,
);
