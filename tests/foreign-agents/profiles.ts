import { join } from 'node:path';
import { defineAgent, idsAt, textAt } from '../../fixtures/config.js';
import type { AgentProfile } from '../../harness/schema/index.js';

const program = join(import.meta.dirname, 'agent.mjs');

/** Two agents of another make, by the dialect they speak. `environment` is added to theirs. */
export function foreignAgent(speaks: 'chat' | 'anthropic', environment: Record<string, string> = {}): AgentProfile {
  return defineAgent({
    name: `foreign-${speaks}`,
    command: ['{{node}}', program, speaks],
    env: { BASE_URL: '{{provider}}', ...environment },
    provider: {
      dialect: speaks === 'chat' ? 'openai-chat' : 'anthropic',
      upstream: { variable: 'LIVE_URL' },
      credentials: ['API_KEY'],
    },
    state: ['.foreign-agent'],
    normalizers: [
      idsAt('headers.x-foreign-session', 'session', 'sessions are named at random', { surface: 'requests' }),
      textAt('system', String.raw`(?<=Today is )\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar'),
    ],
  });
}
