export { buildReport, type BuildInput } from './build.js';
export { refreshCommand } from './commands.js';
export { LIMITS, type Limits } from './limits.js';
export { buildReview, type ReviewModel } from './review.js';
export { STATUS_ORDER, STATUS_TITLES, isRefreshable, runStatus, worst } from './status.js';
export type * from './types.js';
