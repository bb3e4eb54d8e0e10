import { opencode } from 'playwright-acp/config';

const CONFIG = '{{home}}/.config/opencode/opencode.json';

export default {
  profile: opencode,
  version: '1.18.33',
  install: { folder: 'opencode-1.18.33', packages: ['opencode-ai@1.18.33'] },
  doctor: { files: { [CONFIG]: opencode.files[CONFIG] } },
  basePath: '/v1',
  header: {
    allow: [{ finding: 'fs-not-advertised', reason: 'it writes through the client without asking whether that can, and by itself then' }],
  },
  replies: {
    'Write the report.': [
      {
        text: 'I write it.',
        toolCalls: [{ name: 'write', arguments: { filePath: '{{cwd}}/report.txt', content: 'Three findings.\n' } }],
      },
      { text: 'The report is written.' },
    ],
    'What does the report say?': [
      { toolCalls: [{ name: 'read', arguments: { filePath: '{{cwd}}/report.txt' } }] },
      { text: 'It says: three findings.' },
    ],
  },
};
