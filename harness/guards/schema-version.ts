import { complaintGuard } from './complaint-guard.js';

export const schemaVersion = complaintGuard(
  'schema-version',
  'Every file of ours has a schema version that this version reads.',
  ({ code }) => code === 'ACP_SCENARIO_SCHEMA_VERSION',
);
