export * from './claude-agent-acp.js';
export * from './codex-acp.js';
export * from './dsh.js';
export * from './gemini-cli.js';
export * from './opencode.js';
export * from './reference.js';
