export { checkFrames, type CheckOptions } from './check-frames.js';
export { RULES, type Finding, type RuleName, type Tier } from './rules.js';
export { loadValidators } from './validators.js';
