import { textAt, timestampsAt } from '../normalize/packs.js';
import type { AgentProfile } from '../schema/profile.js';

const CONFIG = {
  model: 'recorded/recorded-model',
  small_model: 'recorded/recorded-model',
  autoupdate: false,
  share: 'disabled',
  // It keeps snapshots of a git work tree alone: without them its log tells the same in and outside of one.
  snapshot: false,
  permission: { edit: 'ask', bash: 'ask' },
  provider: {
    recorded: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{{provider}}', apiKey: '{env:OPENAI_API_KEY}' },
      models: { 'recorded-model': { name: 'Recorded', limit: { context: 128_000, output: 8192 }, tool_call: true } },
    },
  },
};

const TMP = '{{home}}/.cache/opencode/tmp';
const TREE = 'it looks for a work tree around the sandbox by itself';
/** A path from that work tree, or from the root: it leads through the sandbox, whose name is one of ours. */
const FROM_TREE = String.raw`^(?:.*?/)?playwright-acp-[\w.-]+/cwd(?=/|$)`;
const LOG = { surface: 'session-log' } as const;

/** `opencode-ai`. The model's name is that of its config; a profile of your own may name another. */
export const opencode: AgentProfile = {
  name: 'opencode',
  command: ['opencode', 'acp'],
  // It unpacks a library of a random name into TMPDIR.
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', TMPDIR: TMP },
  files: {
    '{{home}}/.config/opencode/opencode.json': `${JSON.stringify(CONFIG, undefined, 2)}\n`,
    '{{home}}/.cache/opencode/tmp/.keep': '',
  },
  provider: {
    dialect: 'openai-chat',
    upstream: { variable: 'OPENAI_BASE_URL', default: 'https://api.openai.com/v1' },
    credentials: ['OPENAI_API_KEY'],
  },
  sessionLog: {
    folder: '{{home}}/.local/share/opencode',
    files: 'opencode.db',
    format: 'sqlite',
    tables: [
      { name: 'session', orderBy: ['id'], session: 'id' },
      { name: 'message', orderBy: ['id'], json: ['data'], session: 'session_id' },
      { name: 'part', orderBy: ['id'], json: ['data'], session: 'session_id' },
    ],
  },
  hosts: [{ host: 'registry.npmjs.org', reason: 'it looks for plugins of its config folder, and goes on without them' }],
  // A program of 185 MB that sets up a database before its first word.
  deadlines: { step: 60_000, idle: 60_000, total: 180_000 },
  normalizers: [
    textAt('system', '(?<=Workspace root folder: )[^\\n]+', '{{root}}', TREE),
    textAt('system', '(?<=Is directory a git repo: )(?:yes|no)', '{{git}}', TREE),
    textAt('system', "(?<=Today's date: )[^\\n]+", '{{date}}', 'the calendar'),
    textAt('params.update.title', FROM_TREE, '{{cwd}}', 'a path from that work tree, or from the root', { surface: 'transcript' }),
    textAt('row.slug', '^.+$', '{{slug}}', 'sessions get a name of two random words', LOG),
    textAt('row.project_id', '^.+$', '{{project}}', TREE, LOG),
    textAt('row.path', FROM_TREE, '{{cwd}}', 'a path from that work tree, or from the root', LOG),
    textAt('row.data.path.root', '^.+$', '{{root}}', TREE, LOG),
    textAt('row.data.state.title', FROM_TREE, '{{cwd}}', 'a path from that work tree, or from the root', LOG),
    ...['row.data.time', 'row.data.state.time'].flatMap((time) =>
      ['start', 'end'].map((key) => timestampsAt(`${time}.${key}`, 'the wall clock', LOG)),
    ),
  ],
  // The look-up of plugins leaves a cache of npm's.
  state: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode', '.npm'],
};
