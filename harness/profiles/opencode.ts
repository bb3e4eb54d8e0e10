import type { AgentProfile } from '../schema/profile.js';

const CONFIG = {
  model: 'recorded/recorded-model',
  small_model: 'recorded/recorded-model',
  autoupdate: false,
  share: 'disabled',
  permission: { edit: 'ask', bash: 'ask' },
  provider: {
    recorded: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{{provider}}', apiKey: '{env:OPENAI_API_KEY}' },
      models: { 'recorded-model': { name: 'Recorded', limit: { context: 128_000, output: 8192 }, tool_call: true } },
    },
  },
};

/** `opencode-ai`. The model's name is that of its config; a profile of your own may name another. */
export const opencode: AgentProfile = {
  name: 'opencode',
  command: ['opencode', 'acp'],
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  files: { '{{home}}/.config/opencode/opencode.json': `${JSON.stringify(CONFIG, undefined, 2)}\n` },
  provider: {
    dialect: 'openai-chat',
    upstream: { variable: 'OPENAI_BASE_URL', default: 'https://api.openai.com/v1' },
    credentials: ['OPENAI_API_KEY'],
  },
  hosts: [{ host: 'registry.npmjs.org', reason: 'it looks for plugins of its config folder, and goes on without them' }],
  state: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
};
