import { idsAt, textAt, timestampsAt } from '../normalize/packs.js';
import type { AgentProfile } from '../schema/profile.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const UUID_AT_END = new RegExp(`(${UUID})\\.jsonl$`);

const TURN = String.raw`"turn_id":"${UUID}"(?:,"workspaces":\{(?:[^{}]|\{[^{}]*\})*\})?`;
/** Where it tells what a command put out. */
const OUTPUTS = [
  ['messages.*.output', 'requests'],
  ['payload.output', 'session-log'],
] as const;
/** Where it hands on its own record of a command. */
const RAW = ['params.update.rawInput', 'params.update.rawOutput', 'params.toolCall.rawInput'];

/** A provider of its own in the config: the variable that holds a base URL is not read, and the built-in provider tries WebSockets first. */
const CONFIG = `model = "gpt-5"
model_provider = "recorded"

[model_providers.recorded]
name = "recorded"
base_url = "{{provider}}"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
`;

/** `@zed-industries/codex-acp`. */
export const codexAcp: AgentProfile = {
  name: 'codex-acp',
  command: ['codex-acp'],
  env: { CODEX_HOME: '{{home}}/.codex' },
  files: { '{{home}}/.codex/config.toml': CONFIG },
  provider: {
    dialect: 'openai-responses',
    upstream: { variable: 'OPENAI_BASE_URL', default: 'https://api.openai.com/v1' },
    credentials: ['OPENAI_API_KEY'],
  },
  sessionLog: {
    folder: '{{home}}/.codex/sessions',
    files: '**/rollout-*.jsonl',
    format: 'jsonl',
    session: (file) => UUID_AT_END.exec(file)?.[1],
  },
  state: ['.codex'],
  normalizers: [
    idsAt('config.client_metadata.x-codex-installation-id', 'installation', 'a fresh HOME is a fresh installation', {
      surface: 'requests',
    }),
    textAt('headers.x-codex-turn-metadata', TURN, '{{turn}}', 'turns are named at random, and a git work tree is told with them'),
    textAt('headers.x-codex-turn-metadata', String.raw`(?<="turn_started_at_unix_ms":)\d+`, '{{time}}', 'the wall clock'),
    textAt('messages.*.content.*.text', String.raw`(?<=<current_date>)\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar'),
    ...OUTPUTS.flatMap(([path, surface]) => [
      textAt(path, '(?<=^Chunk ID: )[0-9a-f]+', '{{chunk}}', 'outputs of commands are named at random', { surface }),
      textAt(path, String.raw`(?<=\nWall time: )[\d.]+`, '{{duration}}', 'how long a command took', { surface }),
    ]),
    ...RAW.flatMap((path) => [
      idsAt(`${path}.process_id`, 'process', 'processes are numbered at random'),
      idsAt(`${path}.turn_id`, 'turn', 'turns are named at random'),
      timestampsAt(`${path}.started_at_ms`, 'the wall clock'),
      timestampsAt(`${path}.completed_at_ms`, 'the wall clock'),
      timestampsAt(`${path}.duration`, 'how long a command took'),
    ]),
    timestampsAt('payload.time_to_first_token_ms', 'how long an answer took', { surface: 'session-log' }),
  ],
};
