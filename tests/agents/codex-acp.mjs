import { codexAcp } from 'playwright-acp/config';

/** Where no sandbox of its own works, every command is asked for. */
const escalated = (cmd, justification) => ({
  name: 'exec_command',
  arguments: { cmd, sandbox_permissions: 'require_escalated', justification },
});
const asked = (text) => [
  { op: 'prompt', text, wait: false },
  { op: 'answer_permission', option: 'allow_once' },
  { op: 'wait_for', response: true },
];

export default {
  profile: codexAcp,
  version: '0.16.0',
  install: { folder: 'codex-acp-0.16.0', packages: ['@zed-industries/codex-acp@0.16.0'] },
  doctor: {
    command: [
      'codex-acp',
      '-c',
      'model_provider="recorded"',
      '-c',
      'model_providers.recorded={name="recorded",base_url="{{provider}}",wire_api="responses",env_key="OPENAI_API_KEY"}',
    ],
  },
  basePath: '/v1',
  header: { allow: [{ finding: 'agent-hang', reason: 'it ends on SIGTERM, not with its stdin' }] },
  steps: [...asked('Write the report.'), ...asked('What does the report say?')],
  replies: {
    'Write the report.': [
      { text: 'I write it.', toolCalls: [escalated("printf 'Three findings.\\n' > report.txt", 'It writes the report.')] },
      { text: 'The report is written.' },
    ],
    'What does the report say?': [
      { toolCalls: [escalated('cat report.txt', 'It reads the report.')] },
      { text: 'It says: three findings.' },
    ],
  },
};
