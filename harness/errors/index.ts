export * from './acp-error.js';
export * from './agent.js';
export * from './jsonl.js';
export * from './mode.js';
export * from './replay.js';
export * from './drive.js';
export * from './permission.js';
export * from './child.js';
