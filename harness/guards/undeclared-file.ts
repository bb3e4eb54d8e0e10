import { complaintGuard, fileName } from './complaint-guard.js';
import { OVERRIDE_FILE } from './override.js';
import { isCopyOfPinned } from './sidecar-twice.js';

export const undeclaredFile = complaintGuard(
  'undeclared-file',
  'Every file is declared by the header.',
  (complaint, corpus) =>
    complaint.code === 'ACP_SCENARIO_UNDECLARED_FILE' &&
    fileName(complaint, corpus) !== OVERRIDE_FILE &&
    !isCopyOfPinned(complaint, corpus),
);
