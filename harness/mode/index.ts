export * from './ci.js';
export * from './run-mode.js';
export * from './write-plan.js';
