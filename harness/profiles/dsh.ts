import type { AgentProfile } from '../schema/profile.js';

const PACKAGE = { name: 'dsh-profile-acp', private: true, type: 'module', dsh: { profile: { bundles: ['@deepseek-ai/dsh-base'] } } };

const PATCH = `- id: acp
  name: '@deepseek-ai/dsh-acp'
  config:
    provider: deepseek-official
    model: deepseek-v4-flash
`;

/** `@deepseek-ai/dsh` with `@deepseek-ai/dsh-acp`. */
export const dsh: AgentProfile = {
  name: 'dsh',
  command: ['dsh', '--profile', 'acp'],
  node: '>=24',
  env: {
    DSH_HOME: '{{home}}/.dsh',
    DSH_TELEMETRY_DISABLED: '1',
    DSH_PERMISSION_MODE: 'danger-full-access',
    DEEPSEEK_BASE_URL: '{{provider}}',
  },
  files: {
    '{{home}}/.dsh/profiles/acp/package.json': `${JSON.stringify(PACKAGE)}\n`,
    '{{home}}/.dsh/profiles/acp/cordis.patch.yml': PATCH,
    '{{home}}/.dsh/settings.yaml': 'llm-deepseek:\n  baseURL: {{provider}}\n',
  },
  provider: {
    dialect: 'openai-chat',
    upstream: { variable: 'DEEPSEEK_BASE_URL', default: 'https://api.deepseek.com/v1' },
    credentials: ['DEEPSEEK_API_KEY'],
  },
  state: ['.dsh'],
};
