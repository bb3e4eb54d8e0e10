import { idsAt, textAt } from '../normalize/packs.js';
import type { AgentProfile } from '../schema/profile.js';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

/** The last section of the prompt. It is there in a work tree alone, so that nothing can stand in its place. */
const GIT_SECTION = String.raw`\n+# Git Repository\n[\s\S]*$`;

const DATE = String.raw`(?<=Today's date is )\w+, \w+ \d+, \d{4}`;

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
  sessionLog: { folder: '{{home}}/.gemini/tmp', files: '*/chats/session-*.jsonl', format: 'jsonl-set' },
  // Two Node processes and a megabyte of code before its first word.
  deadlines: { step: 60_000, idle: 60_000, total: 180_000 },
  normalizers: [
    textAt('system', GIT_SECTION, '', 'whether the sandbox lies in a git work tree; it looks for one by itself', { name: 'git at system' }),
    textAt('messages.*.parts.*.text', DATE, '{{date}}', 'the calendar'),
    textAt('content.*.text', DATE, '{{date}}', 'the calendar', { surface: 'session-log' }),
    idsAt('projectHash', 'project', 'it is a hash of the working folder', { surface: 'session-log' }),
  ],
  state: ['.gemini'],
};
