import type { AgentProfile } from '../schema/profile.js';

/** `@agentclientprotocol/claude-agent-acp`. */
export const claudeAgentAcp: AgentProfile = {
  name: 'claude-agent-acp',
  command: ['claude-agent-acp'],
  env: { ANTHROPIC_BASE_URL: '{{provider}}', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' },
  provider: {
    dialect: 'anthropic',
    upstream: { variable: 'ANTHROPIC_BASE_URL', default: 'https://api.anthropic.com' },
    credentials: ['ANTHROPIC_API_KEY'],
  },
  state: ['.claude', '.claude.json'],
};
