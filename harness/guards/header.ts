import { complaintGuard } from './complaint-guard.js';

/** Codes of records that do not say what their schema asks. */
export const RECORD_CODES = /^ACP_SCENARIO_(?:UNKNOWN_KEY|UNKNOWN_VALUE|INVALID|RULE|UNKNOWN_OP|UNKNOWN_SESSION)$/;

export const header = complaintGuard(
  'header',
  'The first line of each JSONL file of ours is its header, names its directory and declares what the schema knows.',
  ({ code, file, line }) =>
    /^ACP_SCENARIO_(?:HEADER|NAME)$/.test(code) || (RECORD_CODES.test(code) && line === 1 && file.endsWith('.jsonl')),
);
