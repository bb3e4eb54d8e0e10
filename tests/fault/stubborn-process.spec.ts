import { spawnSync } from 'node:child_process';
import { chat } from '../cassette/agent/provider.js';
import { expect, isAlive, pidIn, test } from '../cassette/agent/support.js';
import { readByAnother } from './read-log.js';

/**
 * How a member of a command's group outlives SIGKILL here: the agent runs as root without the right to signal other
 * users' processes (CAP_KILL), and the command starts a `sleep` as another user. The signals of the whole ladder are
 * sent; the system refuses to deliver them to that one. Nothing in the agent knows of it.
 */
const WITHOUT_KILL: [string, ...string[]] = ['setpriv', '--bounding-set=-kill', '--inh-caps=-kill'];
const AS_ANOTHER = 'setpriv --reuid=65534 --clear-groups sleep 600';
/** It is told only once it belongs to the other user: before, any signal would reach it. */
const STUBBORN = `${AS_ANOTHER} & until grep -q '^Uid:.65534' /proc/$!/status; do sleep 0.01; done; echo $! > pid`;

/** Asked of the system: a container may have no other user, or give root no such right. */
const canMakeOne = () =>
  process.platform === 'linux' &&
  spawnSync(WITHOUT_KILL[0], [...WITHOUT_KILL.slice(1), ...AS_ANOTHER.split(' ').slice(0, -2), 'true']).status === 0;

test.skip(() => !canMakeOne(), 'only root on Linux, where it has another user, can start a process of another user');

const CASES = {
  cancelled: { command: `${STUBBORN}; wait`, timeout: undefined },
  timed_out: { command: `${STUBBORN}; wait`, timeout: 3_000 },
  exited: { command: STUBBORN, timeout: undefined },
} as const;

for (const [because, { command, timeout }] of Object.entries(CASES)) {
  test(`a process that cannot be ended is kill_failed with its pid, and listed: ${because}`, async ({ session, provider, place }) => {
    const args = { command, description: 'x', ...(timeout === undefined ? {} : { timeout }) };
    provider.answers(chat([{ id: 'c0', tool: 'bash', args }]));
    if (because !== 'cancelled') provider.answers(chat([{ text: 'ok' }]));
    const talk = await session({ mode: 'auto', through: WITHOUT_KILL });
    const id = talk.openPrompt('Go');
    const pid = await pidIn(place);
    try {
      if (because === 'cancelled') talk.client.notify('session/cancel', { sessionId: talk.id });
      expect((await talk.client.answer(id)).result).toEqual({ stopReason: because === 'cancelled' ? 'cancelled' : 'end_turn' });
      expect(isAlive(pid)).toBe(true);
      expect(readByAnother(talk.logFile, 'process/end')).toMatchObject([
        { data: { process: 1, callId: 'c0', state: 'kill_failed', because, pids: [pid] } },
      ]);
      expect(readByAnother(talk.logFile, 'tool/result')).toMatchObject([
        { data: { isError: true, content: [{ text: expect.stringContaining(`process ${pid} of its process group could not be ended`) }] } },
      ]);

      // An agent that comes later lists it, from the log alone.
      expect(await talk.client.end()).toEqual({ code: 0, signal: null });
      provider.answers(chat([{ id: 'c1', tool: 'process', args: { action: 'list' } }]), chat([{ text: 'ok' }]));
      const later = await session();
      await later.client.ask('session/load', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
      await later.client.ask('session/prompt', { sessionId: talk.id, prompt: [{ type: 'text', text: 'What runs?' }] });
      expect(readByAnother(talk.logFile, 'tool/result').at(-1)).toMatchObject({
        data: { content: [{ text: expect.stringContaining(`process ${pid} of its process group could not be ended and may still run)`) }] },
      });
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });
}
