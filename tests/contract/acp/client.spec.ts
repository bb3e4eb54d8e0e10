import { expect, test } from '@playwright/test';
import { createClient, createTap } from '../../../harness/acp/index.js';

/** An agent whose end the test decides, piece by piece. */
function scripted() {
  const tap = createTap();
  let exit: (exit: { exitCode: number; signal: null }) => void = () => {};
  let drain = () => {};
  const agent = {
    write: () => Promise.resolve(true),
    exited: new Promise<{ exitCode: number; signal: null }>((resolve) => (exit = resolve)),
    drained: new Promise<void>((resolve) => (drain = resolve)),
    exit: undefined,
    stderrTail: () => '',
  };
  const client = createClient({ agent, tap, cwd: '/' });
  const say = (value: object) => tap.agentBytes(Buffer.from(`${JSON.stringify(value)}\n`));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { client, say, settled, exit: () => exit({ exitCode: 1, signal: null }), drain: () => drain() };
}

test('a response that is read after the exit still counts', async () => {
  const { client, say, settled, exit, drain } = scripted();
  const result = client.wait({ at: 'here', waitedFor: 'it' }, () => client.send('x', {}).response);
  exit();
  await settled();
  say({ id: 0, result: 'late' });
  drain();
  expect(await result).toEqual({ result: 'late', frame: 1 });
});

test('a wait fails once the pipes are read and hold no response', async () => {
  const { client, settled, exit, drain } = scripted();
  const error = client.wait({ at: 'here', waitedFor: 'it' }, () => client.send('x', {}).response).catch((reason: unknown) => reason);
  exit();
  await settled();
  drain();
  expect(await error).toMatchObject({ code: 'ACP_AGENT_EXITED', message: expect.stringContaining('exit code 1') });
});

test('only the first response counts, and only under the id that was sent', async () => {
  const { client, say } = scripted();
  const { response } = client.send('x', {});
  say({ id: '0', result: 'as text' });
  say({ id: 1, result: 'of another' });
  say({ id: 0, error: { code: -32000, message: 'no', data: { of: 1 } } });
  say({ id: 0, result: 'again' });
  expect(await response).toEqual({ error: { code: -32000, message: 'no', data: { of: 1 } }, frame: 3 });
});

test('a malformed error is still an error, shown as it came', async () => {
  const { client, say } = scripted();
  const first = client.send('x', {}).response;
  say({ id: 0, error: 'broken' });
  expect(await first).toMatchObject({ error: { code: 0, message: '"broken"' } });
  const second = client.send('x', {}).response;
  say({ id: 1, error: { code: 'E', message: 'no' } });
  expect(await second).toMatchObject({ error: { code: 0, message: 'no' } });
});
