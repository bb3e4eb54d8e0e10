import { complaintGuard } from './complaint-guard.js';

export const caseCollision = complaintGuard(
  'case-collision',
  'No two names differ in case or Unicode form only.',
  ({ code }) => code === 'ACP_SCENARIO_CASE',
);
