import { chat, type Part } from './provider.js';
import { expect, pidIn, test } from './support.js';

const bash = (command: string, more: object = {}): Part => ({ id: 'c0', tool: 'bash', args: { command, description: 'x', ...more } });

test('a cancelled turn kills the command in its terminal, and releases it', async ({ session, provider }) => {
  provider.answers(chat([bash('sleep 600')]));
  const talk = await session({ mode: 'auto', client: { terminal: true } });
  let killed: (exit: object) => void = () => undefined;
  const exit = new Promise((resolve) => (killed = resolve));
  Object.assign(talk.client.serve, {
    'terminal/create': () => ({ terminalId: 't1' }),
    'terminal/wait_for_exit': () => exit,
    'terminal/kill': () => (killed({ exitCode: null, signal: 'SIGTERM' }), {}),
    'terminal/output': () => ({ output: '', truncated: false }),
    'terminal/release': () => ({}),
  });
  const id = talk.openPrompt('Go');
  await talk.client.until(() => talk.client.frames.find(({ method }) => method === 'terminal/wait_for_exit'));
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(id)).result).toEqual({ stopReason: 'cancelled' });
  expect(talk.client.frames.map(({ method }) => method).filter((method) => method?.startsWith('terminal/'))).toEqual([
    'terminal/create',
    'terminal/wait_for_exit',
    'terminal/kill',
    'terminal/output',
    'terminal/release',
  ]);
  expect(talk.events('process/end')).toMatchObject([{ data: { process: 1, state: 'cancelled' } }]);
});

test('a terminal that the client cannot open is a failed call', async ({ session, provider }) => {
  provider.answers(chat([bash('true')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto', client: { terminal: true } });
  talk.client.serve['terminal/create'] = () => new Error('no more terminals');
  await talk.prompt('Go');
  expect(talk.events('process/end')).toMatchObject([
    { data: { state: 'start_failed', why: expect.stringContaining("the client's terminal failed") } },
  ]);
});

test('a background command stays with the agent', async ({ session, provider, place }) => {
  provider.answers(chat([bash('echo $$ > pid; exec sleep 600', { background: true })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto', client: { terminal: true } });
  await talk.prompt('Go');
  await pidIn(place);
  expect(talk.client.frames.some(({ method }) => method === 'terminal/create')).toBe(false);
  await talk.client.end();
});
