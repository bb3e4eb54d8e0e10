export * from './counts.js';
export * from './paths.js';
export * from './tokens.js';
