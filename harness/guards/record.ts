import { complaintGuard } from './complaint-guard.js';
import { RECORD_CODES } from './header.js';

export const record = complaintGuard(
  'record',
  'Every other record of a file of ours says what its schema asks.',
  ({ code, file, line }) => RECORD_CODES.test(code) && !(line === 1 && file.endsWith('.jsonl')),
);
