import { spawnSync } from 'node:child_process';
import { CAPABILITIES } from '../../../harness/agent/capabilities.js';
import { VERSION } from '../../../harness/agent/version.js';
import { expect, MAIN, test } from './support.js';

for (const asked of [0, 1, 2, 65_535]) {
  test(`answers protocol version ${asked} with the one it speaks`, async ({ boot }) => {
    const answer = await boot().ask('initialize', { protocolVersion: asked });
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'reference-agent', version: VERSION },
      agentCapabilities: { loadSession: true },
    });
  });
}

test('refuses everything before the handshake', async ({ boot, place }) => {
  const { error } = await boot().request('session/new', { cwd: place.cwd, mcpServers: [] });
  expect(error?.code).toBe(-32600);
});

test('takes its one auth method and no other', async ({ boot }) => {
  const client = boot();
  const { authMethods } = await client.ask('initialize', { protocolVersion: 1 });
  expect(await client.ask('authenticate', { methodId: authMethods[0].id })).toEqual({});
  expect((await client.request('authenticate', { methodId: 'other' })).error).toMatchObject({ code: -32602 });
});

test('offers image prompts only where the model takes images', async ({ boot }) => {
  const images = async (modalities: ('text' | 'image')[]): Promise<unknown> =>
    (await boot({ facts: { modalities } }).ask('initialize', { protocolVersion: 1 }))['agentCapabilities'].promptCapabilities.image;
  expect(await images(['text', 'image'])).toBe(true);
  expect(await images(['text'])).toBe(false);
});

test('answers an unknown request and ignores an unknown notification', async ({ boot }) => {
  const client = boot();
  await client.ask('initialize', { protocolVersion: 1 });
  client.notify('_no/such', {});
  expect((await client.request('session/dream', {})).error?.code).toBe(-32601);
});

test('offers modes and options with a new session, and its commands after the response', async ({ session }) => {
  const { client, setup, id } = await session();
  expect(setup['modes'].availableModes.map((mode: { id: string }) => mode.id)).toEqual(CAPABILITIES.modes);
  expect(setup['configOptions'].map((option: { id: string }) => option.id)).toEqual(CAPABILITIES.configOptions);
  const [response, commands] = client.frames.slice(1);
  expect(response?.result?.['sessionId']).toBe(id);
  expect(commands?.params?.['update'].availableCommands.map((command: { name: string }) => command.name)).toEqual(CAPABILITIES.commands);
});

for (const [what, params] of [
  ['a relative cwd', { cwd: 'here', mcpServers: [] }],
  ['a cwd that does not exist', { cwd: '/no/such/folder', mcpServers: [] }],
  ['MCP servers', { cwd: '/', mcpServers: [{ name: 'x', command: '/bin/x', args: [], env: [] }] }],
  ['additional directories', { cwd: '/', mcpServers: [], additionalDirectories: ['/tmp'] }],
] as const) {
  test(`refuses a session with ${what}`, async ({ boot }) => {
    const client = boot();
    await client.ask('initialize', { protocolVersion: 1 });
    expect((await client.request('session/new', params)).error).toMatchObject({ code: -32602 });
  });
}

test('ends by itself when stdin ends', async ({ session }) => {
  const { client } = await session();
  expect(await client.end()).toEqual({ code: 0, signal: null });
  expect(client.stderr).toBe('');
});

test('ends by the signal that it was sent', async ({ session }) => {
  const { client } = await session();
  client.child.kill('SIGTERM');
  expect(await client.exited).toEqual({ code: null, signal: 'SIGTERM' });
});

test.describe('command line', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', input: '' });

  test('prints version and help', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
    expect(run('--help').stdout).toContain('--overlay FILE');
  });

  test('refuses an unknown flag on stderr with exit code 2', () => {
    const { status, stdout, stderr } = run('--test-mode');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('ACP_AGENT_ARGUMENT');
  });

  test('names a config file that cannot be read', () => {
    const { status, stderr } = run('--config', '/no/such.json');
    expect(status).toBe(2);
    expect(stderr).toContain('ENOENT');
    expect(stderr).toContain('ACP_AGENT_CONFIG');
  });
});
