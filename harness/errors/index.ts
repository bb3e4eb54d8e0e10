export * from './acp-error.js';
