import type { AgentProfile } from '../schema/profile.js';

/** The reference agent of this package, as it is installed. */
export const referenceAgent: AgentProfile = {
  name: 'reference',
  command: ['{{node}}', '{{package}}/dist/agent/main.js'],
  session: {
    logs: '{{home}}/.reference-agent/sessions',
    // The overlay touches the provider entry alone; the rest of the agent's config stays its live one.
    listen: (listener) => ({
      args: ['--overlay', '{{run}}/overlay.json'],
      files: { 'overlay.json': `${JSON.stringify({ provider: { listeners: [listener] } }, undefined, 2)}\n` },
    }),
    credentials: ['DEEPSEEK_API_KEY'],
    live: ['DEEPSEEK_BASE_URL'],
    baseUrl: 'DEEPSEEK_BASE_URL',
  },
  state: ['.reference-agent'],
  // Without parallel work it is deterministic, to the order of its frames and the pieces of its text.
  compare: 'strict',
  // It answers a prompt after everything it has to say.
  quiescence: 0,
};

/** The same agent from this repository's sources, built anew where one of them is newer than the bundle. */
export const referenceAgentFromSource: AgentProfile = {
  ...referenceAgent,
  build: {
    command: ['{{node}}', 'dist/tools/build-agent.js'],
    inputs: [
      'harness/agent',
      ...['replay', 'schema', 'errors', 'jsonl', 'normalize', 'redact', 'diff'].map((floor) => `harness/${floor}`),
      'package-lock.json',
    ],
    output: 'dist/agent/main.js',
  },
};
