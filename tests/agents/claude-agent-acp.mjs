import { claudeAgentAcp } from 'playwright-acp/config';

export default {
  profile: claudeAgentAcp,
  version: '0.49.0',
  install: { folder: 'claude-agent-acp-0.49.0', packages: ['@agentclientprotocol/claude-agent-acp@0.49.0'] },
  replies: {
    'Write the report.': [
      {
        text: 'I write it.',
        toolCalls: [{ name: 'Write', arguments: { file_path: '{{cwd}}/report.txt', content: 'Three findings.\n' } }],
      },
      { text: 'The report is written.' },
    ],
    'What does the report say?': [
      { toolCalls: [{ name: 'Read', arguments: { file_path: '{{cwd}}/report.txt' } }] },
      { text: 'It says: three findings.' },
    ],
  },
};
