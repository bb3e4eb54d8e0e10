import { textAt } from '../normalize/packs.js';
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
  // It unpacks a library of a random name into TMPDIR.
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', TMPDIR: '{{home}}/.cache/opencode/tmp' },
  files: {
    '{{home}}/.config/opencode/opencode.json': `${JSON.stringify(CONFIG, undefined, 2)}\n`,
    '{{home}}/.cache/opencode/tmp/.keep': '',
  },
  provider: {
    dialect: 'openai-chat',
    upstream: { variable: 'OPENAI_BASE_URL', default: 'https://api.openai.com/v1' },
    credentials: ['OPENAI_API_KEY'],
  },
  hosts: [{ host: 'registry.npmjs.org', reason: 'it looks for plugins of its config folder, and goes on without them' }],
  normalizers: [
    textAt('system', '(?<=Workspace root folder: )[^\\n]+', '{{root}}', 'it looks for a work tree around the sandbox by itself'),
    textAt('system', '(?<=Is directory a git repo: )(?:yes|no)', '{{git}}', 'it looks for a work tree around the sandbox by itself'),
    textAt('system', "(?<=Today's date: )[^\\n]+", '{{date}}', 'the calendar'),
    textAt('params.update.title', String.raw`^\S*?/cwd(?=/)`, '{{cwd}}', 'a path from that work tree, or from the root', {
      surface: 'transcript',
    }),
  ],
  state: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
};
