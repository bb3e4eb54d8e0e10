import { geminiCli } from 'playwright-acp/config';

export default {
  profile: geminiCli,
  version: '0.61.0',
  install: { folder: 'gemini-cli-0.61.0', packages: ['@google/gemini-cli@0.61.0'] },
  header: {
    allow: [{ finding: 'unknown-tool-call', reason: 'a call that needs a permission is announced by the request for it alone' }],
  },
  replies: {
    'Write the report.': [
      {
        text: 'I write it.',
        toolCalls: [{ name: 'write_file', arguments: { file_path: '{{cwd}}/report.txt', content: 'Three findings.\n' } }],
      },
      { text: 'The report is written.' },
    ],
    'What does the report say?': [
      { toolCalls: [{ name: 'read_file', arguments: { file_path: '{{cwd}}/report.txt' } }] },
      { text: 'It says: three findings.' },
    ],
  },
};
