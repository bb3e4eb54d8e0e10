import { textAt } from '../normalize/packs.js';
import type { AgentProfile } from '../schema/profile.js';

/** The last section of the prompt. It is there in a work tree alone, so that nothing can stand in its place. */
const GIT_STATUS = String.raw`\n+gitStatus: [\s\S]*$`;

/** `@agentclientprotocol/claude-agent-acp`. Its title call stays: it comes beside the first one. */
export const claudeAgentAcp: AgentProfile = {
  name: 'claude-agent-acp',
  command: ['claude-agent-acp'],
  env: { ANTHROPIC_BASE_URL: '{{provider}}', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' },
  provider: {
    dialect: 'anthropic',
    upstream: { variable: 'ANTHROPIC_BASE_URL', default: 'https://api.anthropic.com' },
    credentials: ['ANTHROPIC_API_KEY'],
  },
  hosts: [{ host: 'api.anthropic.com', reason: 'it asks for settings and news beside its model calls, and goes on without them' }],
  sessionLog: {
    folder: '{{home}}/.claude/projects',
    files: '*/*.jsonl',
    format: 'jsonl',
    aside: [{ where: { type: 'ai-title' }, reason: 'the title call is made while the first turn runs', once: true }],
  },
  aside: [{ path: 'params.update._meta.claudeCode.toolResponse', reason: 'it comes of a hook beside the stream that tells the result' }],
  normalizers: [
    textAt('config.metadata.user_id', '(?<="device_id":")[0-9a-f]{64}', '{{device}}', 'a fresh HOME is a fresh device'),
    textAt('system', String.raw`(?<=/\.claude/projects/)[^/\s]+`, '{{project}}', 'it spells the working folder with dashes'),
    textAt('system', '(?<=Is a git repository: )(?:true|false)', '{{git}}', 'it looks for a work tree around the sandbox by itself'),
    textAt('system', GIT_STATUS, '', 'the state of that work tree', { name: 'git status at system' }),
    textAt('system', String.raw`(?<=OS Version: )[^\n]+`, '{{os}}', 'the machine that ran it'),
    textAt('gitBranch', '^.+$', '{{branch}}', 'it looks for a work tree around the sandbox by itself', { surface: 'session-log' }),
    textAt('messages.*.content.*.text', String.raw`(?<=Today's date is )\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar'),
  ],
  state: ['.claude', '.claude.json'],
};
