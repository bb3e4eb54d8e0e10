export type { Identity } from './canaries.js';
export { findSecrets, type SecretMatch, type Secrets } from './find.js';
export { describeSecret, redactText, scanSecrets, type SecretFinding } from './redact.js';
export { scanFile } from './scan.js';
