import type { AgentProfile } from '../schema/profile.js';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

/** `@google/gemini-cli`. */
export const geminiCli: AgentProfile = {
  name: 'gemini-cli',
  command: ['gemini', '--acp'],
  env: { GOOGLE_GEMINI_BASE_URL: '{{provider}}' },
  files: { '{{home}}/.gemini/settings.json': `${JSON.stringify(SETTINGS, undefined, 2)}\n` },
  provider: {
    dialect: 'gemini',
    upstream: { variable: 'GOOGLE_GEMINI_BASE_URL', default: 'https://generativelanguage.googleapis.com' },
    credentials: ['GEMINI_API_KEY'],
  },
  state: ['.gemini'],
};
