import type { AgentProfile } from '../schema/profile.js';

const PACKAGE = { name: 'dsh-profile-acp', private: true, type: 'module', dsh: { profile: { bundles: ['@deepseek-ai/dsh-base'] } } };

/** An event a line: how many pieces of an answer were packed into one record would be timing. */
const PATCH = `- id: session-persistence-jsonl
  config:
    root: !!js dshHomePath('sessions')
    packChunks: false
- insert:
    - id: acp
      name: ./acp.mjs
      config:
        provider: deepseek-official
        model: deepseek-v4-flash
`;

/** The plugin is no dependency of the program, which links only its own into HOME: it is looked for where that is installed. */
const PLUGIN = `import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(realpathSync(process.argv[1]));
export default await import(pathToFileURL(resolve('@deepseek-ai/dsh-acp')).href);
`;

/** `@deepseek-ai/dsh` with `@deepseek-ai/dsh-acp` installed beside it. */
export const dsh: AgentProfile = {
  name: 'dsh',
  command: ['dsh', '--profile', 'acp'],
  node: '>=24',
  env: { DSH_HOME: '{{home}}/.dsh', DSH_TELEMETRY_DISABLED: '1', DSH_PERMISSION_MODE: 'danger-full-access' },
  files: {
    '{{home}}/.dsh/profiles/acp/package.json': `${JSON.stringify(PACKAGE)}\n`,
    '{{home}}/.dsh/profiles/acp/cordis.patch.yml': PATCH,
    '{{home}}/.dsh/profiles/acp/acp.mjs': PLUGIN,
    '{{home}}/.dsh/settings.yaml': 'llm-deepseek:\n  baseURL: {{provider}}\n',
  },
  provider: {
    dialect: 'openai-chat',
    upstream: { variable: 'DEEPSEEK_BASE_URL', default: 'https://api.deepseek.com/v1' },
    credentials: ['DEEPSEEK_API_KEY'],
  },
  sessionLog: {
    folder: '{{home}}/.dsh/sessions',
    files: '**/session.jsonl.zstd',
    format: 'zstd-jsonl',
    // Its title call runs beside the first turn, and may end before or after it.
    aside: [
      { where: { type: 'session/title-llm-request' }, reason: 'the title call is made while the first turn runs' },
      { where: { type: 'session/title', 'data.source.kind': 'provider' }, reason: 'the title comes while a turn runs, or after it' },
    ],
  },
  normalizers: [
    {
      name: 'seq',
      reason: 'an event that is written beside a turn moves the number of every later one',
      surface: 'session-log',
      path: 'seq',
      token: '{{seq}}',
    },
  ],
  state: ['.dsh'],
};
