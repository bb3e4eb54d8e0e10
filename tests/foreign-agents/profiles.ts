import { join } from 'node:path';
import { defineAgent, idsAt, textAt, timestampsAt } from 'playwright-acp/config';
import type { AgentProfile } from 'playwright-acp/config';

const program = join(import.meta.dirname, 'agent.mjs');

/** Two agents of another make, by the dialect they speak. `environment` is added to theirs. */
export function foreignAgent(
  speaks: 'chat' | 'anthropic',
  environment: Record<string, string> = {},
  name = `foreign-${speaks}`,
): AgentProfile {
  return defineAgent({
    name,
    command: ['{{node}}', program, speaks],
    env: { BASE_URL: '{{provider}}', ...environment },
    provider: {
      dialect: speaks === 'chat' ? 'openai-chat' : 'anthropic',
      upstream: { variable: 'LIVE_URL' },
      credentials: ['API_KEY'],
    },
    sessionLog: { folder: '{{home}}/.foreign-agent/sessions', files: '*.jsonl', format: 'jsonl' },
    state: ['.foreign-agent'],
    normalizers: [
      idsAt('headers.x-foreign-session', 'session', 'sessions are named at random', { surface: 'requests' }),
      textAt('system', String.raw`(?<=Today is )\d{4}-\d\d-\d\d`, '{{date}}', 'the calendar'),
      idsAt('data.id', 'session', 'sessions are named at random', { surface: 'session-log' }),
      timestampsAt('at', 'the clock', { surface: 'session-log' }),
    ],
  });
}

/** Those of the committed scenarios; the third asks for a title beside its first call. */
export const foreignAgents = [
  foreignAgent('chat'),
  foreignAgent('anthropic'),
  foreignAgent('chat', { TITLE_CALLS: '1' }, 'foreign-chat-titles'),
];
