export * from './counts.js';
export * from './frames.js';
export * from './log-invariants.js';
export * from './paths.js';
export * from './profile-fields.js';
export { ID_REASON, RULES } from './rules.js';
export * from './session-log.js';
export * from './tokens.js';
export * from './volatility.js';
