import type { AgentConfig } from './config.js';

/** The packaged live config: what the agent uses where no `--config` is given. */
export const LIVE_CONFIG: AgentConfig = {
  schema: 1,
  provider: {
    adapter: 'deepseek',
    name: 'deepseek',
    model: 'deepseek-v4-flash',
    baseUrl: 'https://api.deepseek.com',
    baseUrlEnv: 'DEEPSEEK_BASE_URL',
    apiKeyEnv: 'DEEPSEEK_API_KEY',
    facts: {
      contextWindow: 128_000,
      modalities: ['text', 'image'],
      thinking: true,
      retry: { max: 2, delayMs: 250, codes: ['EMPTY_RESPONSE', 'INCOMPLETE_STREAM', 'RATE_LIMIT', 'SERVER', 'TIMEOUT', 'TRANSPORT'] },
    },
    listeners: [],
  },
  executor: 'local',
  mode: 'ask',
  limits: {
    stepsPerTurn: 50,
    bashTimeoutMs: 120_000,
    outputCharacters: 30_000,
    blobBytes: 67_108_864,
    readLines: 2_000,
    subagentDepth: 2,
    subagentsPerTurn: 20,
  },
};
