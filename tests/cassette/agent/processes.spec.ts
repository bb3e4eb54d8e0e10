import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogEvent } from '../../../harness/agent/log/event.js';
import { chat, type Part } from './provider.js';
import { expect, isAlive, pidIn, test } from './support.js';

let calls = 0;
const bash = (command: string, more: object = {}): Part => ({
  id: `c${calls++}`,
  tool: 'bash',
  args: { command, description: 'x', ...more },
});
const look = (action: string, process?: number, timeout?: number): Part => ({
  id: `c${calls++}`,
  tool: 'process',
  args: { action, ...(process === undefined ? {} : { process }), ...(timeout === undefined ? {} : { timeout }) },
});

const results = (events: LogEvent[]): string[] =>
  events.filter(({ type }) => type === 'tool/result').map(({ data }) => (data['content'] as { text: string }[])[0]!.text);

/** Ends as the log has them, without the place where they were told. */
const ends = (events: LogEvent[]): Record<string, unknown>[] =>
  events.filter(({ type }) => type === 'process/end').map(({ data: { turn: _t, step: _s, callId: _c, command: _l, ...end } }) => end);

test('each way in which a command ends is a value in the log, and a sentence for the model', async ({ session, provider }) => {
  provider.answers(chat([bash('true'), bash('exit 7'), bash('kill -9 $$'), bash('sleep 60', { timeout: 100 })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Go');
  expect(ends(talk.events())).toEqual([
    { process: 1, state: 'exited', exitCode: 0 },
    { process: 2, state: 'exited', exitCode: 7 },
    { process: 3, state: 'signalled', signal: 'SIGKILL' },
    { process: 4, state: 'timed_out', timeoutMs: 100 },
  ]);
  expect(results(talk.events())).toEqual([
    '(no output)',
    '(exit code 7)',
    '(ended by SIGKILL)',
    '(ended after 100 milliseconds, its timeout)',
  ]);
});

test('a command whose folder is gone does not start, and says so', async ({ session, provider, place }) => {
  provider.answers(chat([bash('true')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  rmSync(place.cwd, { recursive: true });
  await talk.prompt('Go');
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'start_failed', why: `the shell does not start in ${place.cwd} (ENOENT)` }]);
});

test('a cancelled command ends as cancelled, with everything in its group', async ({ session, provider, place }) => {
  // The shell takes no notice of SIGINT and SIGTERM, what it starts takes over that it does not.
  provider.answers(chat([bash("trap '' INT TERM; sleep 61 & echo $! > pid; wait; sleep 62")]));
  const talk = await session({ mode: 'auto' });
  const id = talk.openPrompt('Go');
  const pid = await pidIn(place);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  expect(isAlive(pid)).toBe(false);
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'cancelled' }]);
});

test('a command that is cancelled may put things in order first', async ({ session, provider, place }) => {
  provider.answers(chat([bash("trap 'echo tidy > tidy; exit' INT; echo $$ > pid; while :; do sleep 0.01; done")]));
  const talk = await session({ mode: 'auto' });
  const id = talk.openPrompt('Go');
  await pidIn(place);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  await talk.client.answer(id);
  expect(place.read('tidy')).toBe('tidy\n');
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'cancelled' }]);
});

test('what a command leaves in the background ends with it', async ({ session, provider, place }) => {
  provider.answers(chat([bash('sleep 63 & echo $! > pid')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Go');
  expect(isAlive(Number(place.read('pid')))).toBe(false);
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'exited', exitCode: 0 }]);
});

test('a background command outlives its turn, is read piece by piece, and stopped', async ({ session, provider, place }) => {
  provider.answers(
    chat([
      bash('echo $$ > pid; echo one; until test -e go; do sleep 0.01; done; echo two; touch said; exec sleep 64', { background: true }),
    ]),
    chat([{ text: 'ok' }]),
    chat([look('read', 1)]),
    chat([look('list')]),
    chat([look('stop', 1)]),
    chat([look('list'), look('read', 2), look('stop')]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Start');
  const pid = await pidIn(place);
  expect(talk.events('process/start')).toMatchObject([{ data: { turn: 1, step: 1, process: 1, pid } }]);
  place.write('go', '');
  await expect.poll(() => existsSync(`${place.cwd}/said`)).toBe(true);
  await talk.prompt('Look');
  expect(isAlive(pid)).toBe(false);
  const [started, read, list, stopped, after, none, numberless] = results(talk.events());
  expect(started).toBe('Runs in the background as process 1.');
  expect(`${read}${stopped}`.replaceAll('(runs)', '')).toBe('one\ntwo\n(cancelled)');
  expect(list).toContain('exec sleep 64 (runs)');
  expect(after).toContain('exec sleep 64 (cancelled)');
  expect(none).toBe('There is no background process 2.');
  expect(numberless).toBe('stop needs the number of a process.');
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'cancelled' }]);
});

test('waits for the end of a background command, but no longer than it is told', async ({ session, provider, place }) => {
  provider.answers(
    chat([bash('until test -e go; do sleep 0.01; done; exit 5', { background: true })]),
    chat([look('wait', 1, 20)]),
    (response, body) => {
      place.write('go', '');
      return chat([look('wait', 1)])(response, body);
    },
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Go');
  expect(results(talk.events()).slice(1)).toEqual(['(runs)', '(exit code 5)']);
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'exited', exitCode: 5 }]);
});

test('twenty commands that are ended at once, from two sides, settle once each', async ({ session, provider, place }) => {
  const starts = Array.from({ length: 20 }, (_, index) =>
    bash(`trap '' INT; echo $$ > pid-${index}; sleep 65; sleep 66`, { background: true }),
  );
  provider.answers(chat(starts), chat([{ text: 'ok' }]), chat([...starts.keys()].map((index) => look('stop', index + 1))));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Start');
  const pids = await Promise.all([...starts.keys()].map((index) => pidIn({ ...place, read: () => place.read(`pid-${index}`) })));
  talk.openPrompt('Stop them');
  await talk.client.until(() => (talk.client.updates('tool_call').length === 40 ? true : undefined));
  await talk.client.ask('session/close', { sessionId: talk.id });
  expect(pids.filter(isAlive)).toEqual([]);
  const told = ends(talk.events());
  expect(told.map(({ process }) => process).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    [...starts.keys()].map((index) => index + 1),
  );
  expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['cancelled']));
});

test('background commands end with the agent, and the log says so', async ({ session, provider, place }) => {
  provider.answers(chat([bash('echo $$ > pid; sleep 67', { background: true })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Start');
  const pid = await pidIn(place);
  expect(await talk.client.end()).toEqual({ code: 0, signal: null });
  expect(isAlive(pid)).toBe(false);
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'cancelled' }]);
});

test('output that nobody ends does not hold a command that has ended', async ({ session, provider, place }) => {
  // It leaves the group and keeps the pipe.
  provider.answers(chat([bash('setsid sleep 68 & echo $! > pid; echo said')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await Promise.race([talk.prompt('Go'), pause(20_000).then(() => Promise.reject(new Error('it still waits for the pipe')))]);
  expect(results(talk.events())).toEqual(['said\n']);
  process.kill(Number(place.read('pid')), 'SIGKILL');
});

test('a command whose agent was killed is lost, in the words of the next agent', async ({ session, provider, place }) => {
  provider.answers(chat([bash('echo $$ > pid; sleep 69', { background: true })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Start');
  const pid = await pidIn(place);
  talk.client.child.kill('SIGKILL');
  await talk.client.exited;
  const later = await session();
  await later.client.ask('session/load', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  expect(ends(talk.events())).toEqual([{ process: 1, state: 'lost' }]);
  process.kill(-pid, 'SIGKILL');
});
