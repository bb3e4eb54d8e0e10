import { dsh } from 'playwright-acp/config';

export default {
  profile: dsh,
  version: '0.1.0-rc.8',
  install: {
    folder: 'dsh-0.1.0-rc.8',
    pnpm: {
      private: true,
      dependencies: { '@deepseek-ai/dsh': '0.1.0-rc.8', '@deepseek-ai/dsh-acp': '0.0.1-rc.1' },
      pnpm: {
        overrides: {
          '@deepseek-ai/cordis': '4.0.1',
          '@deepseek-ai/cordis-plugin-hmr': '1.0.16',
          '@deepseek-ai/cordis-plugin-loader': '1.0.2',
          '@deepseek-ai/cordis-plugin-include': '1.0.6',
        },
      },
    },
  },
  doctor: { env: dsh.env, files: dsh.files },
  basePath: '/v1',
  header: { allow: [{ finding: 'agent-hang', reason: 'it ends on SIGTERM, not with its stdin' }] },
  steps: [
    { op: 'prompt', text: 'Write the report.' },
    { op: 'prompt', text: 'What does the report say?' },
  ],
  replies: {
    'Write the report.': [
      {
        text: 'I write it.',
        toolCalls: [{ name: 'write', arguments: { file_path: 'report.txt', content: 'Three findings.\n' } }],
      },
      { text: 'The report is written.' },
    ],
    'What does the report say?': [
      { toolCalls: [{ name: 'read', arguments: { file_path: 'report.txt' } }] },
      { text: 'It says: three findings.' },
    ],
  },
};
