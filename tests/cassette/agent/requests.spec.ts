import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestFromLog } from '../../../harness/agent/log/messages.js';
import { chat, refuses } from './provider.js';
import { expect, test } from './support.js';

/**
 * The requests that passed the chain, taken by a listener in front of the live adapter, against what the log says.
 * Bindings that occur nowhere keep paths as they are; ids of calls are the recorder's own tokens.
 */
test('every request can be rebuilt from the log byte for byte', async ({ session, provider, place }) => {
  place.write('a.txt', 'a\n');
  provider.answers(
    refuses(429),
    chat([{ reasoning: 'Hm.' }, { id: 'c0', tool: 'read', args: '{"file_path":  "a.txt"}' }, { id: 'c1', tool: 'read', args: '{bad' }]),
    chat([{ text: 'It is a.' }]),
    chat([{ text: 'No.' }], 'content_filter'),
    chat([{ text: 'Once more.' }]),
  );
  const decisions = join(place.root, 'decisions.jsonl');
  const plan = {
    type: 'replay-plan',
    schema: 1,
    scenario: 's',
    runMode: 'record',
    sources: [],
    verify: false,
    decisions,
    bindings: { cwd: ['/nowhere/cwd'], home: ['/nowhere/home'], tmp: ['/nowhere/tmp'] },
  };
  writeFileSync(join(place.root, 'plan.json'), JSON.stringify(plan));
  writeFileSync(
    join(place.root, 'overlay.json'),
    JSON.stringify({ provider: { listeners: [{ use: 'requests', plan: join(place.root, 'plan.json') }] } }),
  );
  const talk = await session({ args: ['--overlay', join(place.root, 'overlay.json')] });
  await talk.prompt('What is in a.txt?');
  await talk.prompt('Say something bad');
  await talk.client.ask('session/close', { sessionId: talk.id });
  await talk.client.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  await talk.client.ask('session/set_config_option', { sessionId: talk.id, configId: 'thinking', value: 'off' });
  await talk.prompt('Again');

  const sent = readFileSync(decisions, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; request: unknown })
    .filter(({ type }) => type === 'decision')
    .map(({ request }) => JSON.stringify(request));
  const events = talk.events();
  const firstChunks = events.filter(
    ({ type, data }, index) =>
      type === 'assistant/chunk' && (events[index - 1]!.type !== 'assistant/chunk' || isNewAttempt(events[index - 1]!.data, data)),
  );
  expect(firstChunks).toHaveLength(5);
  const rebuilt = firstChunks.map(({ seq }) =>
    JSON.stringify(requestFromLog(events.filter((event) => event.seq < seq)))
      .replaceAll('"c0"', '"{{call#1}}"')
      .replaceAll('"c1"', '"{{call#2}}"'),
  );
  expect(rebuilt).toEqual(sent);
  expect(sent.at(-1)).not.toContain('something bad');
});

const isNewAttempt = (before: Record<string, unknown>, now: Record<string, unknown>): boolean =>
  before['step'] !== now['step'] || before['turn'] !== now['turn'];
